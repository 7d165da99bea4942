import { checkAgainst } from "../check-params.js";
import { inputsOf } from "../schemas.js";
import { memoryGc } from "./memory-gc.js";
import { memoryStore } from "./memory-store.js";
import {
  MEMORY_NAMES,
  type MemoryPlace,
  type MemoryTool,
  type MemoryToolName,
  type MemoryToolTypes,
} from "./memory-tool.js";

const inputs = inputsOf("tool-schemas", MEMORY_NAMES);

const MEMORY_TOOLS: { readonly [Name in MemoryToolName]: MemoryTool<Name> } = {
  memory_store: memoryStore,
  memory_gc: memoryGc,
};

/**
 * Calls a handler of memory with parameters that nobody has checked yet.
 * @throws ToolError for parameters that do not fit, and for whatever the handler refuses
 */
export async function runMemory<Name extends MemoryToolName>(
  name: Name,
  place: MemoryPlace,
  given: unknown,
): Promise<MemoryToolTypes[Name]["answer"]> {
  const params = checkAgainst(name, inputs(name), given);
  return MEMORY_TOOLS[name](place, params as unknown as MemoryToolTypes[Name]["params"]);
}
