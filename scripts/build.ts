/** `npm run build`: bundles the code of every package into its `dist`, and records the hashes of what ships. */

import type { ExitCode } from "../src/base/errors.js";
import { packageRoot } from "../src/base/package-root.js";
import { defineCommand } from "../src/cli/frame/command.js";
import { runMain } from "../src/cli/run-main.js";
import { findContracts, loadContract } from "../src/conformance/contract/contract.js";
import { INTEGRITY_FILE, renderIntegrity } from "../src/content/manifest/code-integrity.js";
import { bundle } from "./build/bundle.js";
import { compiledContracts } from "./build/contracts.js";
import { type BuiltPackage, builtPackages } from "./build/packages.js";
import { compiledSchemas } from "./build/schemas.js";
import { writeDist } from "./build/write-dist.js";
import { runScript } from "./run-script.js";
import { writeRegisters } from "./types/registers.js";

const command = defineCommand({
  description: "Bundles the code of every package into its dist, and records the hashes of what ships.",
  positionals: [],
  options: {
    declarations: { type: "flag", description: "add the types, which a published package has" },
    manifest: { type: "flag", description: "compile the manifest too" },
  },
  async run({ declarations = false, manifest = false }): Promise<ExitCode> {
    if (declarations) await (await import("./types/generated-types.js")).writeTypes();
    else await writeRegisters();
    await Promise.all(
      builtPackages().map(async (built) => {
        const files = new Map<string, string | Buffer>([
          ...(await bundle(built)),
          ...(declarations ? await typesOf(built) : []),
        ]);
        if (built.folder === packageRoot) {
          const contracts = [...findContracts().keys()].map((id) => loadContract(id));
          const compiled = [...compiledContracts(contracts), ...(await compiledSchemas(contracts))];
          for (const [path, text] of compiled) files.set(path, text);
          // `nexus-core verify` reads it; the other packages have no such command.
          files.set(INTEGRITY_FILE, renderIntegrity(files));
        }
        writeDist(built.folder, files);
      }),
    );
    // runMain ends the process with the exit code of the command.
    if (manifest) await runMain(() => import("../src/cli/nexus-core.js"), ["build"]);
    return 0;
  },
});

await runScript("build", command);

async function typesOf(built: BuiltPackage): Promise<ReadonlyMap<string, string>> {
  const { declarations } = await import("./build/declarations.js");
  return declarations(built);
}
