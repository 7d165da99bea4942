/** The packages of a repository for the build: their manifests, and their entry modules. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import fg from "fast-glob";
import { load } from "js-yaml";
import { packageRoot } from "../../src/base/package-root.js";

export interface BuiltPackage {
  readonly folder: string;
  /** The modules behind `exports`, as paths below `src` without extension. */
  readonly exports: readonly string[];
  /** Further modules that programs and models load, in the same form. */
  readonly inner: readonly string[];
  /** The packages that npm installs for a user, which are not bundled. */
  readonly dependencies: readonly string[];
}

interface PackageJson {
  readonly private?: boolean;
  readonly exports: Readonly<Record<string, string | { readonly import: string }>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/** The published packages, the root first. */
export function builtPackages(root = packageRoot): readonly BuiltPackage[] {
  const others = fg.sync("packages/*/package.json", { cwd: root }).sort();
  return ["package.json", ...others].flatMap((path) => {
    const folder = join(root, path, "..");
    const manifest = JSON.parse(readFileSync(join(root, path), "utf8")) as PackageJson;
    return manifest.private === true ? [] : [builtPackage(folder, manifest)];
  });
}

function builtPackage(folder: string, manifest: PackageJson): BuiltPackage {
  const { exports, dependencies, peerDependencies } = manifest;
  const targets = Object.values(exports).map((target) => (typeof target === "string" ? target : target.import));
  const loading = [...fg.sync("bin/*.js", { cwd: folder }).sort(), ...modelsIn(folder)];
  return {
    folder,
    exports: targets.flatMap(modulesIn),
    inner: [...new Set(loading.flatMap((file) => modulesIn(readFileSync(join(folder, file), "utf8"))))],
    dependencies: Object.keys({ ...dependencies, ...peerDependencies }),
  };
}

/** The built modules whose paths occur in a text. */
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
