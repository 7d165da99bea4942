/** What `npm run generate` makes `src/generated/` from. */
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { ContractTypes } from "../../../scripts/types/contract-types.js";

export const contractTypes: ContractTypes = {
  contract: join(dirname(fileURLToPath(import.meta.resolve("nexus-core/package.json"))), "conformance"),
  folders: ["state-schemas", "event-schemas", "tool-schemas"],
  // The harness keeps no extension file, and what an extension holds is up to its owner.
  untyped: ["extension.schema.json"],
  registers: [
    { surface: "tools", noun: "tool", handlers: "../../tools" },
    { surface: "memory", noun: "memory-tool", handlers: "../../memory" },
    { surface: "decisions", noun: "decision" },
    { surface: "events", noun: "event", handlers: "../../events", isLazy: true },
  ],
  banner: "Generated from the schemas of the core contract by `npm run generate`.",
  target: fileURLToPath(new URL("../src/generated/contract.ts", import.meta.url)),
};
