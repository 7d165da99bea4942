/**
 * Writes `src/generated/contract.ts`: the TypeScript form of the thread contract's schemas of methods and files.
 * `--check` writes nothing and fails when the file would change.
 */
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { writeContractTypes } from "../../../scripts/contract-types.js";

await writeContractTypes({
  contract: join(
    dirname(fileURLToPath(import.meta.resolve("nexus-core/package.json"))),
    "conformance/contracts/thread",
  ),
  folders: ["state-schemas", "tool-schemas"],
  banner: "Generated from the schemas of the thread contract by `npm run generate`.",
  target: fileURLToPath(new URL("../src/generated/contract.ts", import.meta.url)),
});
