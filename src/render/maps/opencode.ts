import type { HarnessMap } from "../form/harness-map.js";

export const starter: HarnessMap = {
  invocations: {
    skill_activation: "Call the skill tool with the name `{skill}`, and follow it[ in mode `{mode}`].",
    subagent_spawn: "Call the task tool with the `subagent_type` `{target_role}` and this prompt.",
    task_register: "Put the task on your todo list as {state}: {label}.",
    user_question: "Ask the user by the question tool.",
  },
  operations: "nexus_{name}",
  models: {},
  capabilities: {
    no_file_edit: { edit: "deny" },
    no_task_create: { "nexus:task_add": "deny" },
    no_task_update: { "nexus:task_update": "deny", "nexus:task_close": "deny" },
    no_shell_exec: { bash: "deny" },
  },
  front_matter: {},
};
