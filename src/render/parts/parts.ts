import { jsonElements, jsonMember, type Shares } from "./json-entries.js";
import { markdownBlock } from "./marked-block.js";
import type { Part } from "./part.js";
import { tomlBlock } from "./toml-block.js";

/** The name of our MCP server in the settings of a harness. */
export const SERVER = "nexus";

const isOurs = (hook: unknown) => JSON.stringify(hook ?? null).includes("nexus-hook");

/** Groups of hooks, in which a user may have put one of his own beside ours. */
const hookGroups = (place: "first" | "last") => jsonElements("hooks", sharesOf, place);

function sharesOf(group: unknown): Shares {
  const list: unknown = (group as { readonly hooks?: unknown } | null)?.hooks;
  if (!Array.isArray(list)) return {};
  const places = list.flatMap((hook, place) => (isOurs(hook) ? [place] : []));
  if (places.length === 0) return {};
  const ours = { ...(group as object), hooks: places.map((place) => list[place] as unknown) };
  return places.length === list.length ? { ours } : { ours, within: { list: "hooks", places } };
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
