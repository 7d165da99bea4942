/** What ties content to one harness, product, model or machine, each with the reason and the way out. */

import { join } from "node:path";
import { parseYaml } from "../../base/located-document.js";
import { listMember, textMember, textsMember } from "../../base/members.js";
import { packageRoot } from "../../base/package-root.js";
import { readText } from "../../base/read-text.js";
import { NEUTRAL_TERMS_FILE } from "./vocabulary.js";

export interface NeutralTerms {
  /** Completes the sentence that starts with the name that was found. */
  readonly reason: string;
  readonly instead: string;
  /** Global. */
  readonly patterns: readonly RegExp[];
  readonly commands: ReadonlySet<string>;
}

export interface TermHit {
  readonly word: string;
  readonly offset: number;
  readonly terms: NeutralTerms;
}

/** The names of a file as far as it can be read; its schema has a rule of its own. */
export function neutralTermsOf(value: unknown): readonly NeutralTerms[] {
  return listMember(value, "neutral_terms").map(({ item }) => {
    const names = (key: string) => textsMember(item, key).map(({ text }) => text);
    return {
      reason: textMember(item, "reason") ?? "is on the list of names",
      instead: textMember(item, "instead") ?? "",
      patterns: [...wholeWords(names("words"), "g"), ...wholeWords(names("any_case"), "gi")],
      commands: new Set(names("commands")),
    };
  });
}

let shipped: readonly NeutralTerms[] | undefined;

/** The names of this package, for a folder that brings no list. */
export function packageNeutralTerms(): readonly NeutralTerms[] {
  shipped ??= neutralTermsOf(
    parseYaml(readText(join(packageRoot, NEUTRAL_TERMS_FILE), "vocabulary"), NEUTRAL_TERMS_FILE).value,
  );
  return shipped;
}

function wholeWords(names: readonly string[], flags: string): readonly RegExp[] {
  if (names.length === 0) return [];
  // The longest first: CLAUDE.md is one name, and no harness. A folder may go on behind its slash.
  const alternatives = [...names]
    .sort((a, b) => b.length - a.length)
    .map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&") + (name.endsWith("/") ? "" : "(?!\\w)"));
  return [new RegExp(`${NO_WORD_BEFORE}(?:${alternatives.join("|")})`, flags)];
}

const NO_WORD_BEFORE = "(?<![\\w-])";

const searches = new WeakMap<readonly NeutralTerms[], readonly RegExp[]>();

/** All patterns of a list as one or two, which tell in a third of the time that a text holds none of the names. */
function searchesFor(list: readonly NeutralTerms[]): readonly RegExp[] {
  const known = searches.get(list);
  if (known !== undefined) return known;
  const patterns = list.flatMap((terms) => terms.patterns);
  const made = ["g", "gi"].flatMap((flags) => {
    const sources = patterns.filter((pattern) => pattern.flags === flags).map(({ source }) => source);
    const names = sources.map((source) => source.slice(NO_WORD_BEFORE.length));
    return names.length === 0 ? [] : [new RegExp(`${NO_WORD_BEFORE}(?:${names.join("|")})`, flags.replace("g", ""))];
  });
  searches.set(list, made);
  return made;
}

/** Where a text holds one of these names. Of two that overlap the longer one counts. */
export function neutralHits(text: string, list: readonly NeutralTerms[]): readonly TermHit[] {
  if (!searchesFor(list).some((search) => search.test(text))) return [];
  const hits = list
    .flatMap((terms) =>
      terms.patterns.flatMap((pattern) =>
        [...text.matchAll(pattern)].map(({ 0: word, index }): TermHit => ({ word, offset: index, terms })),
      ),
    )
    .sort((a, b) => b.word.length - a.word.length);
  if (hits.length < 2) return hits;
  const kept: TermHit[] = [];
  for (const hit of hits) {
    const end = hit.offset + hit.word.length;
    if (kept.every((other) => end <= other.offset || hit.offset >= other.offset + other.word.length)) kept.push(hit);
  }
  return kept.sort((a, b) => a.offset - b.offset);
}

/** The command of the list with which a line of code begins, where something follows it. */
export function commandIn(line: string, list: readonly NeutralTerms[]): Omit<TermHit, "offset"> | undefined {
  const [command = "", argument] = line.replace(/^\$ /, "").trim().split(/\s+/);
  const terms = argument === undefined ? undefined : list.find(({ commands }) => commands.has(command));
  return terms === undefined ? undefined : { word: command, terms };
}
