/**
 * Builds a reference from its sources into one file, with or without a fault. It uses nothing in `dist`, so the build for
 * users does not matter.
 */

import { mkdirSync, readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { type BuildOptions, build, type Plugin } from "esbuild";
import { packageRoot } from "../../src/base/package-root.js";
import { withProbes } from "./probes.js";
import { type Reference, referenceOf } from "./references.js";
import { OWN_PACKAGES, sourceOf } from "./source-of.js";

/** A source file with a fault in it. */
export interface FaultySource {
  /** From the root of the repository. */
  readonly file: string;
  readonly text: string;
}

/** How the kit reaches the reference: as a module in its own process, or as a program. */
export type BundleForm = "module" | "program";

/** Inside the folder of the package, so that a bundle resolves the same npm packages. */
const FOLDER = ".mutants";

/** Builds the reference without a fault and with a probe in every function. */
export const PROBES = "probes";

const texts = new Map<string, string>();

/**
 * @param name of the file, without its ending
 * @param adapter source of the adapter for a module; by default that of the reference
 * @returns the path of the file, which the caller removes
 * @throws Error with one line when the sources do not compile
 */
export async function bundle(
  contract: string,
  form: BundleForm,
  name: string,
  fault?: FaultySource | typeof PROBES,
  adapter?: string,
): Promise<string> {
  const known = referenceOf(contract);
  const reference = adapter === undefined ? known : { ...known, adapter };
  const outfile = join(bundleFolder(reference), `${name}-${form}-${process.pid}.mjs`);
  mkdirSync(bundleFolder(reference), { recursive: true });
  try {
    await build({ ...optionsFor(reference, form, fault), outfile });
  } catch (thrown) {
    throw new Error(firstProblem(thrown));
  }
  return outfile;
}

/** Every source file of the reference, by path from the root of the repository, without npm packages. */
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

function optionsFor(reference: Reference, form: BundleForm, fault?: FaultySource | typeof PROBES): BuildOptions {
  return { ...COMMON, ...entry(reference, form), plugins: [fromSource(fault)] };
}

function fromSource(fault: FaultySource | typeof PROBES | undefined): Plugin {
  const sourceText = (path: string) => {
    const file = relative(packageRoot, path);
    if (fault === PROBES) return withProbes(file, textOf(path));
    return file === fault?.file ? fault.text : textOf(path);
  };
  return {
    name: "from-source",
    setup: ({ onResolve, onLoad }) => {
      onResolve({ filter: OWN_PACKAGES }, ({ path }) => {
        const source = sourceOf(path, packageRoot);
        return source === undefined ? undefined : { path: source };
      });
      // Programs import the built files of their package.
      onResolve({ filter: /^\.\.?\/(.+\/)?dist\// }, ({ path, resolveDir }) => ({
        path: resolve(resolveDir, path).replace("/dist/", "/src/").replace(/\.js$/, ".ts"),
      }));
      onLoad({ filter: /\.ts$/ }, ({ path }) => ({
        contents: withOwnUrl(sourceText(path), path),
        loader: "ts",
      }));
    },
  };
}

/** A module locates files by its own URL, and the bundle has another URL. */
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
