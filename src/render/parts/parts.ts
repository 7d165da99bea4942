import { jsonElements, jsonMember } from "./json-entries.js";
import { markdownBlock } from "./marked-block.js";
import type { Part } from "./part.js";
import { tomlBlock } from "./toml-block.js";

/** The name of our MCP server in the settings of a harness. */
export const SERVER = "nexus";

/** A group of hooks of which one starts ours. */
const hooks = jsonElements("hooks", (group) => JSON.stringify(group ?? null).includes("nexus-hook"));

/** The files that belong to the user, with the part of them that is ours. Any other file is ours as a whole. */
const PARTS: Readonly<Record<string, Part>> = {
  "AGENTS.md": markdownBlock,
  ".mcp.json": jsonMember(["mcpServers", SERVER]),
  "opencode.json": jsonMember(["mcp", SERVER]),
  ".claude/settings.json": hooks,
  ".codex/hooks.json": hooks,
  ".codex/config.toml": tomlBlock,
};

export function partOf(path: string): Part | undefined {
  return Object.hasOwn(PARTS, path) ? PARTS[path] : undefined;
}
