import { opencodePlugin } from "../cycle/opencode-plugin.js";
import { serverWords } from "../cycle/programs.js";
import { withFrontMatter } from "../form/front-matter.js";
import { type Fields, namedOperation } from "../form/harness-map.js";
import { manualSkills, type Target, unmapped, weakEditing } from "../form/target.js";
import { starter } from "../maps/opencode.js";
import { SERVER } from "../parts/parts.js";

/** OpenCode: an agent is a Markdown file, and a denied capability is a permission. */
export const opencode: Target = {
  id: "opencode",
  starter,
  setting: {
    form: "permissions, such as { edit: deny }",
    accepts: (value) => typeof value === "object" && value !== null && !Array.isArray(value),
  },
  written: ["name", "description", "mode", "permission"],
  owns: /^(?:\.opencode\/(?:agents\/[\w-]+\.md|skills\/[\w-]+\/[\w-]+\.md|plugins\/nexus\.js)|opencode\.json)$/u,

  reads: /^\.(?:claude|agents)\/skills\//u,

  // The name is that of the file: OpenCode finds no agent whose front matter names it otherwise.
  agent: ({ id, description, text, modelTier, capabilities }, map) => {
    const permission = Object.fromEntries(
      capabilities
        .flatMap((capability) => Object.entries((map.capabilities[capability] as Fields | undefined) ?? {}))
        .map(([name, action]) => [namedOperation(name, map), action]),
    );
    const model = map.models[modelTier ?? ""];
    return {
      path: `.opencode/agents/${id}.md`,
      text: withFrontMatter(
        {
          description,
          mode: "subagent",
          ...(model === undefined ? {} : { model }),
          ...(Object.keys(permission).length === 0 ? {} : { permission }),
          ...map.front_matter.agents,
        },
        text,
      ),
    };
  },

  skill: ({ id, description, text }, map) => ({
    path: `.opencode/skills/${id}/SKILL.md`,
    text: withFrontMatter({ name: id, description, ...map.front_matter.skills }, text),
  }),

  losses: (source, map) => [
    ...weakEditing(source, weaknessOf(map.capabilities["no_file_edit"] as Fields | undefined)),
    ...unmapped(source, map, "the map names no permission for it"),
    ...manualSkills(source),
  ],

  cycle: (_, map) => {
    const server = { mcp: { [SERVER]: { type: "local", command: serverWords("opencode", map), enabled: true } } };
    return {
      files: [
        { path: "opencode.json", text: JSON.stringify(server, null, 2) },
        { path: ".opencode/plugins/nexus.js", text: opencodePlugin(map) },
      ],
      next: "Start OpenCode in this folder and write: [plan] and what you wish for.",
      losses: [{ what: "the end of a session", how: "weakened", why: "OpenCode tells only that one is deleted" }],
    };
  },
};

function weaknessOf(permissions: Fields = {}): string | undefined {
  if (Object.keys(permissions).length === 0 || permissions["bash"] === "deny") return undefined;
  return permissions["edit"] === "deny"
    ? "editing is denied, and a shell command can still write"
    : "your own permissions take its place";
}
