/** Bundles the code of a package: one module for each entry, and chunks that they share. */

import { relative } from "node:path";
import { build } from "esbuild";
import { bundledLicenses } from "./licenses.js";
import type { BuiltPackage } from "./packages.js";

const LICENSES_FILE = "dist/THIRD-PARTY-LICENSES";

/**
 * Bundled CommonJS packages such as commander load Node's modules with `require`, which an ES module does not have.
 * esbuild uses a global `require` when there is one, so one chunk defines it.
 */
const REQUIRE = `import{createRequire as requireFrom}from"node:module";const require=requireFrom(import.meta.url);`;

/** @returns the files of `dist`, by path below the folder of the package */
export async function bundle(built: BuiltPackage): Promise<ReadonlyMap<string, string>> {
  const { folder, dependencies } = built;
  const { outputFiles, metafile } = await build({
    absWorkingDir: folder,
    entryPoints: [...built.exports, ...built.inner].map((path) => `src/${path}.ts`),
    outbase: "src",
    outdir: "dist",
    chunkNames: "chunks/[name]-[hash]",
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node20.19",
    // esbuild cannot follow how the CommonJS form of jsonc-parser loads its parts.
    mainFields: ["module", "main"],
    external: [...dependencies],
    charset: "utf8",
    // Keep names and short lines, so that a stack trace still shows where an error happened.
    minifyWhitespace: true,
    minifySyntax: true,
    lineLimit: 160,
    legalComments: "none",
    logLevel: "warning",
    metafile: true,
    write: false,
  });
  const licenses = bundledLicenses(folder, Object.keys(metafile.inputs));
  return new Map([
    ...outputFiles.map(({ path, text }): [string, string] => [
      relative(folder, path),
      text.includes("typeof require") ? `${REQUIRE}\n${text}` : text,
    ]),
    ...(licenses === "" ? [] : [[LICENSES_FILE, licenses] as const]),
  ]);
}
