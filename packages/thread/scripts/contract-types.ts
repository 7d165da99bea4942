/** What `npm run generate` makes `src/generated/` from. */
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { ContractTypes } from "../../../scripts/types/contract-types.js";

export const contractTypes: ContractTypes = {
  contract: join(
    dirname(fileURLToPath(import.meta.resolve("nexus-core/package.json"))),
    "conformance/contracts/thread",
  ),
  folders: ["state-schemas", "tool-schemas"],
  registers: [{ surface: "tools", noun: "method", handlers: "../../methods" }],
  banner: "Generated from the schemas of the thread contract by `npm run generate`.",
  target: fileURLToPath(new URL("../src/generated/contract.ts", import.meta.url)),
};
