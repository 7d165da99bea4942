/**
 * Writes `src/generated/contract.ts`: the TypeScript form of the core contract's schemas of states, events and tools.
 * `--check` writes nothing and fails when the file would change.
 */
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { writeContractTypes } from "../../../scripts/contract-types.js";

await writeContractTypes({
  contract: join(dirname(fileURLToPath(import.meta.resolve("nexus-core/package.json"))), "conformance"),
  folders: ["state-schemas", "event-schemas", "tool-schemas"],
  // The harness keeps no extension file, and what an extension holds is up to its owner.
  untyped: ["extension.schema.json"],
  banner: "Generated from the schemas of the core contract by `npm run generate`.",
  target: fileURLToPath(new URL("../src/generated/contract.ts", import.meta.url)),
});
