/** The packages of a repository as the build sees them: their manifests, and the modules that others load. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import fg from "fast-glob";
import { load } from "js-yaml";
import { packageRoot } from "../../src/base/package-root.js";

export interface BuiltPackage {
  readonly folder: string;
  /** The modules behind `exports`, as paths below `src` without their ending. */
  readonly exports: readonly string[];
  /** The modules that programs and models load besides, in the same form. */
  readonly inner: readonly string[];
  /** What a user's npm installs: nothing of it is bundled. */
  readonly dependencies: readonly string[];
}

interface PackageJson {
  readonly private?: boolean;
  readonly exports: Readonly<Record<string, string | { readonly import: string }>>;
  readonly bin?: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/** The root package and all others that are published. */
export function builtPackages(root = packageRoot): readonly BuiltPackage[] {
  const others = fg.sync("packages/*/package.json", { cwd: root }).sort();
  return ["package.json", ...others].flatMap((path) => {
    const folder = join(root, path, "..");
    const manifest = JSON.parse(readFileSync(join(root, path), "utf8")) as PackageJson;
    return manifest.private === true ? [] : [builtPackage(folder, manifest)];
  });
}

function builtPackage(folder: string, manifest: PackageJson): BuiltPackage {
  const { exports, bin = {}, dependencies, peerDependencies } = manifest;
  const targets = Object.values(exports).map((target) => (typeof target === "string" ? target : target.import));
  const loading = [...Object.values(bin), ...modelsIn(folder)];
  return {
    folder,
    exports: targets.flatMap(modulesIn),
    inner: [...new Set(loading.flatMap((file) => modulesIn(readFileSync(join(folder, file), "utf8"))))],
    dependencies: Object.keys({ ...dependencies, ...peerDependencies }),
  };
}

/** The built modules that a text names by their paths. */
function modulesIn(text: string): readonly string[] {
  return [...text.matchAll(/\bdist\/([\w/-]+)\.js\b/g)].map(([, path = ""]) => path);
}

/** The files of models that contracts name; each loads the built model. */
function modelsIn(folder: string): readonly string[] {
  return fg
    .sync("conformance/{,contracts/*/}contract.yml", { cwd: folder })
    .sort()
    .flatMap((path) => {
      const { model } = load(readFileSync(join(folder, path), "utf8")) as { readonly model?: string };
      return model === undefined ? [] : [join(path, "..", model)];
    });
}
