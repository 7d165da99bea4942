/**
 * The reference harness of the core contract: tools for plans and tasks, and lifecycle events, stored in files
 * below `.nexus/`.
 * @packageDocumentation
 */

export { type RefusalCode, ToolError } from "./contract/tool-error.js";
export type * from "./generated/contract.js";
export type {
  DecisionName,
  DecisionTypes,
  EventName,
  EventTypes,
  MemoryToolName,
  MemoryToolTypes,
  ToolName,
  ToolTypes,
} from "./generated/register.js";
export { createHarness, type Harness, type HarnessOptions } from "./harness.js";
