import { type HookForm, hookGroups } from "../cycle/hook-groups.js";
import { serverWords } from "../cycle/programs.js";
import { withFrontMatter } from "../form/front-matter.js";
import { namedOperation } from "../form/harness-map.js";
import { type Target, unmapped, weakEditing } from "../form/target.js";
import { starter } from "../maps/claude.js";
import { SERVER } from "../parts/parts.js";

/** Claude Code: an agent is a Markdown file, and a denied capability is a list of tools. */
export const claude = {
  id: "claude",
  starter,
  setting: {
    form: "a list of tools, such as [Write, Edit]",
    accepts: (value) => Array.isArray(value) && value.every((tool) => typeof tool === "string"),
  },
  written: ["name", "description", "disallowedTools", "disable-model-invocation"],
  owns: /^(?:\.claude\/(?:agents\/[\w-]+\.md|skills\/[\w-]+\/[\w-]+\.md|settings\.json)|\.mcp\.json)$/u,

  agent: ({ id, description, text, modelTier, capabilities }, map) => {
    const denied = capabilities
      .flatMap((capability) => (map.capabilities[capability] as readonly string[] | undefined) ?? [])
      .map((tool) => namedOperation(tool, map));
    const model = map.models[modelTier ?? ""];
    return {
      path: `.claude/agents/${id}.md`,
      text: withFrontMatter(
        {
          name: id,
          description,
          ...(denied.length === 0 ? {} : { disallowedTools: denied.join(", ") }),
          ...(model === undefined ? {} : { model }),
          ...map.front_matter.agents,
        },
        text,
      ),
    };
  },

  skill: ({ id, description, text, isManual }, map) => ({
    path: `.claude/skills/${id}/SKILL.md`,
    text: withFrontMatter(
      { name: id, description, ...(isManual ? { "disable-model-invocation": true } : {}), ...map.front_matter.skills },
      text,
    ),
  }),

  losses: (source, map) => [
    ...weakEditing(source, weaknessOf(map.capabilities["no_file_edit"] as readonly string[] | undefined)),
    ...unmapped(source, map, "the map names no tools for it"),
  ],

  cycle: (_, map) => {
    const [command, ...args] = serverWords("claude-code", map);
    const server = { mcpServers: { [SERVER]: { type: "stdio", command, args } } };
    return {
      files: [
        { path: ".mcp.json", text: JSON.stringify(server, null, 2) },
        { path: ".claude/settings.json", text: hookGroups(CLAUDE_HOOKS, map) },
      ],
      losses: [],
      next: "Start Claude Code in this folder, allow the server nexus, and write: [plan] and what you wish for.",
    };
  },
} as const satisfies Target;

export const CLAUDE_HOOKS: HookForm = {
  from: "claude",
  // A command may start in another folder, once the agent has changed it.
  program: (path) => `$CLAUDE_PROJECT_DIR/${path}`,
  gated: `Write|Edit|NotebookEdit|Bash|Skill|mcp__${SERVER}__.*`,
  dividesLong: true,
  others: [{ event: "post_tool_use", native: "PostToolUseFailure" }],
};

function weaknessOf(denied: readonly string[] = []): string | undefined {
  if (denied.length === 0 || denied.includes("Bash")) return undefined;
  return "the tools for editing are denied, and a shell command can still write";
}
