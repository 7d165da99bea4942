import type { Definition } from "../form/source.js";
import { NO_SETTING, type Target, unmapped } from "../form/target.js";
import { starter } from "../maps/plain.js";

const fileOf = ({ kind, id }: Definition) => `.agents/${kind === "agent" ? "roles" : "procedures"}/${id}.md`;

const rowOf = (definition: Definition) => `- [${definition.id}](${fileOf(definition)}): ${definition.description}`;

/** A list in AGENTS.md, for every harness that reads this file and nothing else. */
export const agentsMd: Target = {
  id: "agents-md",
  starter,
  setting: NO_SETTING,
  written: ["name", "description"],
  owns: /^(?:AGENTS\.md|\.agents\/(?:roles|procedures)\/[\w-]+\.md)$/u,
  agent: (agent) => ({ path: fileOf(agent), text: agent.text }),
  skill: (skill) => ({ path: fileOf(skill), text: skill.text }),
  others: ({ agents, skills }) => [
    {
      path: "AGENTS.md",
      text: [
        "## Roles and procedures",
        "When a task fits one of these roles, or the user names it, read its file first and work by it.",
        agents.map(rowOf).join("\n"),
        "When the user asks for one of these procedures, read its file first and follow it.",
        skills.map(rowOf).join("\n"),
      ].join("\n\n"),
    },
  ],
  losses: (source, map) => unmapped(source, map, "this form can only ask for it in words"),
};
