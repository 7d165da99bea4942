/**
 * The reference harness of the core contract: tools for plans and tasks, and lifecycle events, over files
 * under `.nexus/`.
 * @packageDocumentation
 */

export type { EventName, EventTypes } from "./events/event.js";
export type * from "./generated/contract.js";
export { createHarness, type Harness, type HarnessOptions } from "./harness.js";
export type { ToolName, ToolTypes } from "./tool.js";
export { type RefusalCode, ToolError } from "./tool-error.js";
