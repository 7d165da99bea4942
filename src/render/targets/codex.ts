import { stringify } from "smol-toml";
import { type HookForm, hookGroups } from "../cycle/hook-groups.js";
import { serverWords } from "../cycle/programs.js";
import type { Fields } from "../form/harness-map.js";
import { manualSkills, type Target, unmapped, weakEditing } from "../form/target.js";
import { starter } from "../maps/codex.js";
import { SERVER } from "../parts/parts.js";
import { skillFile } from "./skills.js";

/** Codex: an agent is a TOML file, and a denied capability is a sandbox. */
export const codex: Target = {
  id: "codex",
  starter,
  setting: {
    form: "members of the agent's file, such as { sandbox_mode: read-only }",
    accepts: (value) => typeof value === "object" && value !== null && !Array.isArray(value),
  },
  written: ["name", "description", "developer_instructions"],
  owns: /^(?:\.codex\/(?:agents\/[\w-]+\.toml|config\.toml|hooks\.json)|\.agents\/skills\/[\w-]+\/[\w-]+\.md)$/u,
  mostSkillBytes: 8_000,

  agent: ({ id, description, text, modelTier, capabilities }, map) => {
    const settings = capabilities.map((capability) => map.capabilities[capability] as object | undefined);
    const model = map.models[modelTier ?? ""];
    return {
      path: `.codex/agents/${id}.toml`,
      text: `${stringify({
        name: id,
        description,
        ...(model === undefined ? {} : { model }),
        ...Object.assign({}, ...settings),
        ...map.front_matter.agents,
      })}${instructions(text)}`,
    };
  },

  skill: skillFile,

  losses: (source, map) => [
    ...weakEditing(source, weaknessOf(map.capabilities["no_file_edit"] as Fields | undefined)),
    ...unmapped(source, map, "an agent has no list of tools that it may not use"),
    ...manualSkills(source),
  ],

  cycle: (_, map) => {
    const [command, ...args] = serverWords("codex", map);
    return {
      files: [
        { path: ".codex/config.toml", text: stringify({ mcp_servers: { [SERVER]: { command, args } } }).trim() },
        { path: ".codex/hooks.json", text: hookGroups(HOOKS, map) },
      ],
      next: "Start Codex in this folder, trust it and the hooks (/hooks), and write: [plan] and what you wish for.",
      losses: [
        { what: "the hooks", how: "weakened", why: "Codex runs none before you have trusted it, see /hooks there" },
      ],
    };
  },
};

const HOOKS: HookForm = {
  from: "codex",
  gated: `apply_patch|Edit|Write|Bash|mcp__${SERVER}__.*`,
  dividesLong: true,
};

function weaknessOf(settings: Fields = {}): string | undefined {
  if (Object.keys(settings).length === 0) return undefined;
  return settings["sandbox_mode"] === "read-only"
    ? "a read-only sandbox takes its place, which also keeps commands from writing"
    : "your own settings take its place";
}

/** A literal block, so that a person can read and compare it. TOML gives such a block no way to hold three quotes. */
function instructions(text: string): string {
  const isLiteral = !text.includes("'''") && !/[^\P{Cc}\t\n]/u.test(text);
  return isLiteral ? `developer_instructions = '''\n${text}'''\n` : stringify({ developer_instructions: text });
}
