/**
 * The reference harness of the core contract: tools for plans and tasks, and lifecycle events, over files
 * under `.nexus/`.
 * @packageDocumentation
 */

export type { DecisionName, DecisionTypes } from "./decisions/decision.js";
export type { EventName, EventTypes } from "./events/event.js";
export type * from "./generated/contract.js";
export { createHarness, type Harness, type HarnessOptions } from "./harness.js";
export type { MemoryToolName, MemoryToolTypes } from "./memory/memory-tool.js";
export type { ToolName, ToolTypes } from "./tool.js";
export { type RefusalCode, ToolError } from "./tool-error.js";
