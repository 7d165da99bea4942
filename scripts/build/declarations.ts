/** Bundles the types of a package: one file for each export, and chunks that they share. */

import { join } from "node:path";
import { rollup } from "rollup";
import { dts } from "rollup-plugin-dts";
import { packageRoot } from "../../src/base/package-root.js";
import type { BuiltPackage } from "./packages.js";

/** @returns the declaration files of `dist`, by path below the folder of the package */
export async function declarations({ folder, exports }: BuiltPackage): Promise<ReadonlyMap<string, string>> {
  const bundle = await rollup({
    input: Object.fromEntries(exports.map((path) => [path, `${folder}/src/${path}.ts`])),
    // Other packages, the root included, declare their own types. The private service package is bundled.
    external: (id) => !/^(?:[./]|@nexus-core\/service\/)/.test(id),
    plugins: [dts({ tsconfig: join(packageRoot, "tsconfig.json") })],
    onwarn: ({ message }) => {
      throw new Error(message);
    },
  });
  const { output } = await bundle.generate({
    format: "es",
    entryFileNames: "[name].d.ts",
    chunkFileNames: "chunks/[name]-[hash].d.ts",
  });
  await bundle.close();
  return new Map(output.flatMap((file) => (file.type === "chunk" ? [[`dist/${file.fileName}`, file.code]] : [])));
}
