import type { HarnessMap } from "../form/harness-map.js";

export const starter: HarnessMap = {
  invocations: {
    skill_activation: "Read the skill `{skill}` and follow it[ in mode `{mode}`].",
    subagent_spawn: "Start an agent of the role `{target_role}` with this prompt and wait for it.",
    task_register: "Put the task on your plan as {state}: {label}.",
    user_question: "Ask the user, and end your turn if there is no tool for it.",
  },
  operations: "mcp__nexus__{name}",
  models: {},
  capabilities: { no_file_edit: { sandbox_mode: "read-only" } },
  front_matter: {},
};
