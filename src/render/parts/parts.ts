import { jsonElements, jsonMember, type Share } from "./json-entries.js";
import { markdownBlock } from "./marked-block.js";
import type { Part } from "./part.js";
import { tomlBlock } from "./toml-block.js";

/** The name of our MCP server in the settings of a harness. */
export const SERVER = "nexus";

/** Whether a hook is one that render has written, even if somebody has changed it since. */
function isOurs(hook: unknown): boolean {
  const command = (hook as { readonly command?: unknown } | null)?.command;
  return typeof command === "string" && /\bnexus-hook\.m?js"? --from \w/u.test(command);
}

/** Groups of hooks, in which a user may have put one of his own beside ours. */
const hookGroups = (place: "first" | "last") => jsonElements("hooks", shareOf, place);

function shareOf(group: unknown): Share | undefined {
  const list: unknown = (group as { readonly hooks?: unknown } | null)?.hooks;
  if (!Array.isArray(list)) return undefined;
  const places = list.flatMap((hook, place) => (isOurs(hook) ? [place] : []));
  if (places.length === 0) return undefined;
  const part = { ...(group as object), hooks: places.map((place) => list[place] as unknown) };
  return places.length === list.length ? { part } : { part, within: { list: "hooks", places } };
}

/** The files that belong to the user, with the part of them that is ours. Any other file is ours as a whole. */
const PARTS: Readonly<Record<string, Part>> = {
  "AGENTS.md": markdownBlock,
  ".mcp.json": jsonMember(["mcpServers", SERVER]),
  "opencode.json": jsonMember(["mcp", SERVER]),
  ".claude/settings.json": hookGroups("first"),
  // Codex trusts a hook by its place.
  ".codex/hooks.json": hookGroups("last"),
  ".codex/config.toml": tomlBlock,
};

export function partOf(path: string): Part | undefined {
  return Object.hasOwn(PARTS, path) ? PARTS[path] : undefined;
}
