import type { ToolName, ToolOf } from "./tool.js";
import { artifactWrite } from "./tools/artifact-write.js";
import { context } from "./tools/context.js";
import { historySearch } from "./tools/history-search.js";
import { planDecide } from "./tools/plan-decide.js";
import { planStart } from "./tools/plan-start.js";
import { planStatus } from "./tools/plan-status.js";
import { planUpdate } from "./tools/plan-update.js";
import { taskAdd } from "./tools/task-add.js";
import { taskClose } from "./tools/task-close.js";
import { taskList } from "./tools/task-list.js";
import { taskUpdate } from "./tools/task-update.js";

/** The tools by the names of the contract. */
export const TOOLS: { readonly [Name in ToolName]: ToolOf<Name> } = {
  plan_start: planStart,
  plan_status: planStatus,
  plan_update: planUpdate,
  plan_decide: planDecide,
  task_add: taskAdd,
  task_list: taskList,
  task_update: taskUpdate,
  task_close: taskClose,
  history_search: historySearch,
  context: context,
  artifact_write: artifactWrite,
};

export const TOOL_NAMES = Object.keys(TOOLS) as readonly ToolName[];

export function isToolName(name: string): name is ToolName {
  return Object.hasOwn(TOOLS, name);
}
