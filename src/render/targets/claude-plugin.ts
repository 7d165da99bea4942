import { hookGroups } from "../cycle/hook-groups.js";
import { HARNESS_PACKAGE, programOf, serverWords } from "../cycle/programs.js";
import type { Definition } from "../form/source.js";
import type { RenderedFile, Target } from "../form/target.js";
import { starter } from "../maps/claude.js";
import { SERVER } from "../parts/parts.js";
import { CLAUDE_HOOKS, claude } from "./claude.js";

/** The name of the plugin, which Claude Code puts before that of each agent, skill and server in it. */
const NAME = "nexus-core";

const DESCRIPTION = "Agents and skills for planned work, rendered by nexus-core";

const json = (path: string, value: object): RenderedFile => ({ path, text: `${JSON.stringify(value, null, 2)}\n` });

const moved = ({ path, text }: RenderedFile): RenderedFile => ({ path: path.replace(".claude/", ""), text });

/** Claude Code: everything in a folder that users install as a plugin, with a marketplace file that offers it. */
export const claudePlugin: Target = {
  ...claude,
  id: "claude-plugin",
  isElsewhere: true,
  starter: {
    ...starter,
    invocations: {
      ...starter.invocations,
      skill_activation: `Call the Skill tool with the skill \`${NAME}:{skill}\`[ and the argument \`{mode}\`].`,
      subagent_spawn: `Call the Task tool with the \`subagent_type\` \`${NAME}:{target_role}\` and this prompt.`,
    },
    operations: `mcp__plugin_${NAME}_${SERVER}__{name}`,
  },
  owns: /^(?:agents\/[\w-]+\.md|skills\/[\w-]+\/[\w-]+\.md|hooks\/(?:hooks\.json|nexus-hook\.mjs)|\.mcp\.json|\.claude-plugin\/(?:plugin|marketplace)\.json)$/u,
  agent: (agent: Definition, map) => moved(claude.agent(agent, map)),
  skill: (skill: Definition, map) => moved(claude.skill(skill, map)),

  others: ({ version }) => [
    json(".claude-plugin/plugin.json", { name: NAME, version, description: DESCRIPTION, author: { name: NAME } }),
    json(".claude-plugin/marketplace.json", {
      name: NAME,
      description: DESCRIPTION,
      owner: { name: NAME },
      plugins: [{ name: NAME, source: "./", description: DESCRIPTION, version }],
    }),
  ],

  cycle: (_, map) => {
    const [command, ...args] = serverWords("claude-code", map);
    const gated = CLAUDE_HOOKS.gated.replace("mcp__", "mcp__(plugin_.*_)?");
    const program = () => `\${CLAUDE_PLUGIN_ROOT}/${HOOK_FILE}`;
    return {
      files: [
        { path: ".mcp.json", text: JSON.stringify({ mcpServers: { [SERVER]: { command, args } } }, null, 2) },
        { path: "hooks/hooks.json", text: `${hookGroups({ ...CLAUDE_HOOKS, gated, program }, map)}\n` },
        { path: HOOK_FILE, text: HOOK.replace("PROGRAM", JSON.stringify(programOf("nexus-hook", map))) },
      ],
      losses: [],
      next: `Try it with claude --plugin-dir and this folder, in a project that has installed ${HARNESS_PACKAGE}.`,
    };
  },
};

const HOOK_FILE = "hooks/nexus-hook.mjs";

/** A plugin may be on in projects that do without the package, and says nothing there. */
const HOOK = `// Written by nexus-core render --as plugin. It starts the hook that the project has installed.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const hook = join(process.env.CLAUDE_PROJECT_DIR ?? process.cwd(), PROGRAM);
if (existsSync(hook)) await import(pathToFileURL(hook).href);
`;
