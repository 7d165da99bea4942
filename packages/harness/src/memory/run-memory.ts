import { checkAgainst, checkFileText } from "../contract/check-params.js";
import { inputsOf } from "../contract/schemas.js";
import { MEMORY_TOOL_HANDLERS } from "../generated/handlers/memory-tool.js";
import { MEMORY_TOOL_NAMES, type MemoryToolName, type MemoryToolTypes } from "../generated/register.js";
import type { MemoryPlace, MemoryTool } from "./memory-tool.js";

const inputs = inputsOf("tool-schemas", MEMORY_TOOL_NAMES);

const MEMORY_TOOLS: { readonly [Name in MemoryToolName]: MemoryTool<Name> } = MEMORY_TOOL_HANDLERS;

/**
 * Calls a memory handler with unchecked parameters.
 * @throws ToolError for parameters that do not fit, and for refusals of the handler
 */
export async function runMemory<Name extends MemoryToolName>(
  name: Name,
  place: MemoryPlace,
  given: unknown,
): Promise<MemoryToolTypes[Name]["answer"]> {
  const params = checkAgainst(name, inputs(name), given);
  if (typeof params["text"] === "string") checkFileText(name, "text", params["text"]);
  return MEMORY_TOOLS[name](place, params as unknown as MemoryToolTypes[Name]["params"]);
}
