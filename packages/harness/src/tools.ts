import type { ToolName, ToolOf } from "./tool.js";
import { planDecide } from "./tools/plan-decide.js";
import { planStart } from "./tools/plan-start.js";
import { taskAdd } from "./tools/task-add.js";
import { taskClose } from "./tools/task-close.js";

/** The tools by the names of the contract. */
export const TOOLS: { readonly [Name in ToolName]: ToolOf<Name> } = {
  plan_start: planStart,
  plan_decide: planDecide,
  task_add: taskAdd,
  task_close: taskClose,
};

export const TOOL_NAMES = Object.keys(TOOLS) as readonly ToolName[];

export function isToolName(name: string): name is ToolName {
  return Object.hasOwn(TOOLS, name);
}
