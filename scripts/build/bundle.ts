/** The code of a package, bundled: one module for each that others load, and chunks that they share. */

import { relative } from "node:path";
import { build } from "esbuild";
import { bundledLicenses } from "./licenses.js";
import type { BuiltPackage } from "./packages.js";

const LICENSES_FILE = "dist/THIRD-PARTY-LICENSES";

/**
 * An ES module has no `require`, with which bundled CommonJS packages such as commander load modules of Node. esbuild
 * makes its stand-in of the one that it finds, in one chunk.
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
    // The CommonJS form of jsonc-parser loads its parts in a way that esbuild cannot follow.
    mainFields: ["module", "main"],
    external: [...dependencies],
    charset: "utf8",
    // Names stay, and lines stay short, so that a stack trace still says where something happened.
    minifyWhitespace: true,
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
