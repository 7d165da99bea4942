/**
 * Builds a reference from its sources into one file, with a fault in it or without. Nothing of `dist` is used, so it does
 * not matter how the packages are built for their users.
 */

import { mkdirSync, readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { type BuildOptions, build, type Plugin } from "esbuild";
import { packageRoot } from "../../src/base/package-root.js";
import { type Reference, referenceOf } from "./references.js";
import { OWN_PACKAGES, sourceOf } from "./source-of.js";

/** A source as it is, or as a fault leaves it. */
export interface FaultySource {
  /** From the root of the repository. */
  readonly file: string;
  readonly text: string;
}

/** How the reference is asked: as a module in the process of the kit, or as a program. */
export type BundleForm = "module" | "program";

/** A bundle finds the npm packages that it needs where its package finds them. */
const FOLDER = ".mutants";

const texts = new Map<string, string>();

/**
 * @param name of the file, without its ending
 * @returns the path of the file, which the caller removes
 * @throws Error in one line where the sources make no program
 */
export async function bundle(contract: string, form: BundleForm, name: string, fault?: FaultySource): Promise<string> {
  const reference = referenceOf(contract);
  const outfile = join(bundleFolder(reference), `${name}-${form}-${process.pid}.mjs`);
  mkdirSync(bundleFolder(reference), { recursive: true });
  try {
    await build({ ...optionsFor(reference, form, fault), outfile });
  } catch (thrown) {
    throw new Error(firstProblem(thrown));
  }
  return outfile;
}

/** Builds a script and what it takes of the kit into one file, which the caller removes. */
export async function bundleKit(entryPoint: string): Promise<string> {
  const outfile = join(packageRoot, ".proof", `kit-${process.pid}.mjs`);
  await build({ ...COMMON, entryPoints: [entryPoint], outfile, plugins: [fromSource(undefined)] });
  return outfile;
}

/** Every source that the reference is made of, from the root of the repository; npm packages are left out. */
export async function sourcesOf(contract: string): Promise<readonly string[]> {
  const reference = referenceOf(contract);
  const options = { ...optionsFor(reference, "module"), write: false, metafile: true } as const;
  const [module, program] = await Promise.all([build(options), build({ ...options, ...entry(reference, "program") })]);
  const inputs = [module, program].flatMap(({ metafile }) => Object.keys(metafile.inputs));
  return [...new Set(inputs)].filter((file) => file.includes("src/")).sort();
}

function bundleFolder({ folder }: Reference): string {
  return join(packageRoot, folder, FOLDER);
}

function entry(reference: Reference, form: BundleForm) {
  return { entryPoints: [form === "module" ? reference.adapter : reference.program] };
}

const COMMON = {
  absWorkingDir: packageRoot,
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node20",
  packages: "external",
  logLevel: "silent",
} as const satisfies BuildOptions;

function optionsFor(reference: Reference, form: BundleForm, fault?: FaultySource): BuildOptions {
  return { ...COMMON, ...entry(reference, form), plugins: [fromSource(fault)] };
}

function fromSource(fault: FaultySource | undefined): Plugin {
  return {
    name: "from-source",
    setup: ({ onResolve, onLoad }) => {
      onResolve({ filter: OWN_PACKAGES }, ({ path }) => {
        const source = sourceOf(path, packageRoot);
        return source === undefined ? undefined : { path: source };
      });
      // Programs import what is built of their package.
      onResolve({ filter: /^\.\.?\/(.+\/)?dist\// }, ({ path, resolveDir }) => ({
        path: resolve(resolveDir, path).replace("/dist/", "/src/").replace(/\.js$/, ".ts"),
      }));
      onLoad({ filter: /\.ts$/ }, ({ path }) => ({
        contents: withOwnUrl(relative(packageRoot, path) === fault?.file ? fault.text : textOf(path), path),
        loader: "ts",
      }));
    },
  };
}

/** A module finds files beside it by its own URL, which is not that of the bundle. */
function withOwnUrl(text: string, path: string): string {
  return text.replaceAll("import.meta.url", JSON.stringify(pathToFileURL(path).href));
}

function textOf(path: string): string {
  const text = texts.get(path) ?? readFileSync(path, "utf8");
  texts.set(path, text);
  return text;
}

function firstProblem(thrown: unknown): string {
  const [first] = (thrown as { readonly errors?: readonly { readonly text: string }[] }).errors ?? [];
  return first?.text ?? (thrown as Error).message;
}
