/**
 * `npm run build`: bundles the code of every package into its `dist`, and records the hashes of what ships.
 * `--manifest` compiles the manifest too, in the same process. `--declarations` adds the types, as a published package
 * has them.
 */
import { parseArgs } from "node:util";
import { packageRoot } from "../src/base/package-root.js";
import { runMain } from "../src/cli/run-main.js";
import { INTEGRITY_FILE, renderIntegrity } from "../src/content/manifest/code-integrity.js";
import { bundle } from "./build/bundle.js";
import { type BuiltPackage, builtPackages } from "./build/packages.js";
import { writeDist } from "./build/write-dist.js";
import { runScript } from "./run-script.js";
import { writeRegisters } from "./types/registers.js";

await runScript("build", async (args) => {
  const flag = { type: "boolean", default: false } as const;
  const { declarations, manifest } = parseArgs({ args, options: { declarations: flag, manifest: flag } }).values;
  if (declarations) await (await import("./types/generated-types.js")).writeTypes();
  else await writeRegisters();
  await Promise.all(
    builtPackages().map(async (built) => {
      const files = new Map([...(await bundle(built)), ...(declarations ? await typesOf(built) : [])]);
      // `nexus-core verify` reads it; the other packages have no such command.
      if (built.folder === packageRoot) files.set(INTEGRITY_FILE, renderIntegrity(files));
      writeDist(built.folder, files);
    }),
  );
  if (manifest) await runMain(() => import("../src/cli/nexus-core.js"), ["build"]);
  return Number(process.exitCode ?? 0);
});

async function typesOf(built: BuiltPackage): Promise<ReadonlyMap<string, string>> {
  const { declarations } = await import("./build/declarations.js");
  return declarations(built);
}
