import { agentBody, skillBody } from "./example-bodies.js";
import type { Rule } from "./rule.js";

const LEADS_MACROS = ["subagent_spawn", "user_question", "skill_activation", "task_register"];

export const leadMacros: Rule = {
  id: "body/denied-macro",
  level: "warning",
  title: "No macro in the body of an agent spawns, asks the user, enters a skill or shows tasks.",
  reason: "These acts are Lead's; an agent that could do them would be a second coordinator.",
  remedy: "Let the agent name role or question in its report.",
  bad: { "agents/helper/body.md": agentBody("{{subagent_spawn target_role=helper prompt=hello}}") },
  good: { "skills/greet/body.md": skillBody("{{subagent_spawn target_role=helper prompt=hello}}") },
  check: (content) =>
    (content.agents ?? []).flatMap(({ body }) =>
      (body?.macros.macros ?? [])
        .filter(({ primitive }) => LEADS_MACROS.includes(primitive))
        .map(({ primitive, start }) => ({
          file: body?.file ?? "",
          line: body?.macros.positionOf(start).line ?? 1,
          message: `${primitive} is an act of Lead`,
        })),
    ),
};
