import { ERRORS, NexusError } from "../../base/errors.js";
import { didYouMean } from "../../base/nearest.js";
import { visibleLines } from "../../base/visible-text.js";
import { loadManifest } from "../../content/manifest/load-manifest.js";
import type { Manifest } from "../../generated/manifest.js";
import { contentFolder } from "../common/content-folder.js";
import { errorLines } from "../common/error-lines.js";
import { defineCommand } from "../frame/command.js";

interface Entry {
  readonly id: string;
  readonly kind: string;
  readonly members: Readonly<Record<string, unknown>>;
}

/** How the lists of the vocabulary call one of their entries. */
const KINDS: Readonly<Record<string, string>> = {
  capabilities: "capability",
  categories: "category",
  resume_tiers: "resume tier",
  tags: "tag",
  invocations: "macro",
  ground_rules: "ground rules",
  task_exceptions: "task exception",
};

export const command = defineCommand({
  description:
    "Shows an agent, a skill, an entry of the vocabulary or an error code in full. DIR is a folder with a built manifest; by default the working directory if it holds content, else this package.",
  positionals: ["<ID>", "[DIR]"],
  options: {},
  run(_options, [id, dir], context) {
    const error = errorLines(id);
    if (error !== undefined) {
      context.stdout(visibleLines(error));
      return 0;
    }
    const entries = entriesOf(loadManifest(contentFolder(dir, context)));
    // A tag may be asked for as the user writes it.
    const found = entries.filter((entry) => entry.id === id || entry.members["trigger"] === id);
    if (found.length === 0) {
      const hint = didYouMean(id, [...entries.map((entry) => entry.id), ...Object.keys(ERRORS)]);
      throw NexusError.of("NXC_EXPLAIN_ENTRY", { id, hint });
    }
    context.stdout(found.map((entry) => visibleLines(linesOf(entry))).join("\n"));
    return 0;
  },
});

function entriesOf({ agents, skills, vocabulary }: Manifest): readonly Entry[] {
  const of = (kind: string, list: readonly { readonly id: string }[]) =>
    list.map(({ id, ...members }): Entry => ({ id, kind, members: { ...members } }));
  return [
    ...of("agent", agents),
    ...of("skill", skills),
    ...Object.entries(KINDS).flatMap(([list, kind]) => {
      const found: unknown = vocabulary[list as keyof typeof vocabulary];
      return Array.isArray(found) ? of(kind, found as readonly { readonly id: string }[]) : [];
    }),
  ];
}

/** Hashes are for programs, and a name that repeats the id says nothing. */
function linesOf({ id, kind, members }: Entry): readonly string[] {
  const shown = Object.entries(members).filter(([name, value]) => !name.endsWith("_hash") && value !== id);
  return [`${id}  ${kind}`, ...shown.map(([name, value]) => `  ${name.replaceAll("_", " ")}: ${wordsOf(value)}`)];
}

function wordsOf(value: unknown): string {
  if (!Array.isArray(value)) return String(value);
  const words = value.map((each: unknown) =>
    typeof each === "object" && each !== null
      ? Object.values(each)
          .filter((member) => typeof member === "string")
          .join(" ")
      : String(each),
  );
  return words.join(words.some((word) => word.includes(" ")) ? "; " : ", ");
}
