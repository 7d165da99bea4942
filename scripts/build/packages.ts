/** The packages of this repository as the build sees them: their manifests, and the modules that others load. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import fastGlob from "fast-glob";
import { packageRoot } from "../../src/base/package-root.js";

export interface BuiltPackage {
  readonly folder: string;
  /** The modules behind `exports`, as paths below `src` without their ending. */
  readonly exports: readonly string[];
  /** What bins and models load besides, in the same form. */
  readonly inner: readonly string[];
  /** What a user's npm installs: nothing of it is bundled. */
  readonly dependencies: readonly string[];
}

interface PackageJson {
  readonly exports: Readonly<Record<string, string | { readonly import: string }>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

export const builtPackages = (): readonly BuiltPackage[] => [
  builtPackage(".", ["cli/run-main", "cli/nexus-core", "cli/nexus-conformance", ...models()]),
  builtPackage("packages/harness", ["hook", "cli/nexus-mcp"]),
  builtPackage("packages/thread", ["cli/nexus-thread"]),
];

function builtPackage(path: string, inner: readonly string[]): BuiltPackage {
  const folder = join(packageRoot, path);
  const { exports, dependencies, peerDependencies } = JSON.parse(
    readFileSync(join(folder, "package.json"), "utf8"),
  ) as PackageJson;
  const targets = Object.values(exports).map((target) => (typeof target === "string" ? target : target.import));
  return {
    folder,
    exports: targets.flatMap((target) => /^\.\/dist\/(.+)\.js$/.exec(target)?.[1] ?? []),
    inner,
    dependencies: Object.keys({ ...dependencies, ...peerDependencies }),
  };
}

/** A contract names its model by a file of its own, which loads the compiled one. */
function models(): readonly string[] {
  return fastGlob.sync("models/*/index.ts", { cwd: join(packageRoot, "src") }).map((path) => path.replace(/\.ts$/, ""));
}
