/** A page for each agent and skill: what it is told, and the file that each target makes of it. */

import { loadManifest } from "../../src/content/manifest/load-manifest.js";
import type { Manifest } from "../../src/generated/manifest.js";
import { type Definition, loadSource, type Source } from "../../src/render/form/source.js";
import type { Target } from "../../src/render/form/target.js";
import { TARGETS } from "../../src/render/targets.js";
import { composeBody } from "../../src/toolkit/compose-body.js";
import { cell, table } from "../markdown-table.js";
import type { SitePage } from "./page.js";

/** The search ignores everything after this line: the same text again, once for each target. */
const NOT_SEARCHED = "<!-- not searched -->";

type Entry = Manifest["agents"][number] | Manifest["skills"][number];

export function rolePages(root: string): ReadonlyMap<string, SitePage> {
  const manifest = loadManifest(root);
  const sources = [...TARGETS.values()].map((target) => ({
    target,
    source: loadSource(root, manifest, target.starter),
  }));
  const page = (kind: Definition["kind"], entry: Entry) => {
    const files = sources.flatMap(({ target, source }) => fileOf(kind, entry.id, target, source));
    const text = pageOf(entry, composeBody(entry.id, { folder: root }), files);
    return [`roles/${kind}s/${entry.id}.md`, { text, source: `${kind}s/${entry.id}/body.md` }] as const;
  };
  return new Map([
    ...manifest.agents.map((agent) => page("agent", agent)),
    ...manifest.skills.map((skill) => page("skill", skill)),
  ]);
}

interface ShownFile {
  readonly target: string;
  readonly path: string;
  readonly text: string;
}

function fileOf(kind: Definition["kind"], id: string, target: Target, source: Source): readonly ShownFile[] {
  const definition = source[`${kind}s`].find((each) => each.id === id);
  if (definition === undefined) return [];
  const file = target[kind]?.(definition, target.starter);
  return file === undefined ? [] : [{ target: target.id, ...file }];
}

function pageOf(entry: Entry, body: string, files: readonly ShownFile[]): string {
  const facts =
    "capabilities" in entry
      ? [
          ["category", entry.category],
          ["model tier", entry.model_tier],
          ["resumed as", entry.resume_tier],
          ["is denied", entry.capabilities.map((each) => `\`${each}\``).join(", ") || "nothing"],
        ]
      : [
          [
            "started by",
            entry.manual_only === true
              ? "the user alone"
              : (entry.triggers ?? []).map((tag) => `\`[${tag}]\``).join(", "),
          ],
        ];
  return [
    `# ${entry.id}`,
    cell(entry.description),
    table(["property", "value"], facts),
    body.trim(),
    NOT_SEARCHED,
    "## As a file of your tool",
    "[`render`](../../docs/use/render.md) writes it in this form, with the starter map of each target.",
    `::: code-group\n\n${files.map(tab).join("\n\n")}\n\n:::`,
    "",
  ].join("\n\n");
}

function tab({ target, path, text }: ShownFile): string {
  const fence = "`".repeat(Math.max(3, ...[...text.matchAll(/`+/gu)].map(([run]) => run.length + 1)));
  const language = path.endsWith(".toml") ? "toml" : "md";
  return `${fence}${language} [${target}: ${path}]\n${text.trimEnd()}\n${fence}`;
}
