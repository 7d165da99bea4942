/** Names of everything that a model can call. */

import { loadContract } from "../../src/conformance/contract.js";

export const WORKSPACE_TOOLS = ["list_files", "read_file", "write_file", "delete_file", "task_register"] as const;

/** What reaches outside of the workspace: answered by the scenario. */
export const OUTSIDE_TOOLS = [
  "run_command",
  "web_search",
  "web_open",
  "subagent_spawn",
  "user_question",
  "skill_activation",
] as const;

export type OutsideTool = (typeof OUTSIDE_TOOLS)[number];

/** The eleven of the core contract. */
export const OPERATIONS: readonly string[] = [...loadContract("core").tools]
  .filter(([, { surface }]) => surface === "tools")
  .map(([name]) => name);

export const TOOL_NAMES: readonly string[] = [...WORKSPACE_TOOLS, ...OUTSIDE_TOOLS, ...OPERATIONS];
