import type { HarnessMap } from "../form/harness-map.js";

export const starter: HarnessMap = {
  invocations: {
    skill_activation: "Call the Skill tool with the skill `{skill}`[ and the argument `{mode}`].",
    subagent_spawn: "Call the Task tool with the `subagent_type` `{target_role}` and this prompt.",
    task_register: "Put the task on your todo list as {state}: {label}.",
    user_question: "Ask the user by the AskUserQuestion tool.",
  },
  operations: "mcp__nexus__{name}",
  models: { high: "opus", standard: "sonnet" },
  capabilities: {
    no_file_edit: ["Write", "Edit", "NotebookEdit"],
    no_task_create: ["nexus:task_add"],
    no_task_update: ["nexus:task_update", "nexus:task_close"],
    no_shell_exec: ["Bash"],
  },
  front_matter: {},
};
