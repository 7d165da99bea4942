/** Where the bodies say who decides, and which words of the tables stand there. */

import { type BodyText, blocksIn, bodyTexts } from "./bodies/body-text.js";
import type { Content } from "./content.js";
import { plainWords, type Quotation } from "./responsibilities.js";

/** A passage in which a body says who decides: the list of an agent, or a clause of a skill. */
export interface Passage {
  readonly body: string;
  readonly file: string;
  readonly line: number;
  /** Who decides according to it: the id of an agent, `lead` or `user`. */
  readonly decider: string;
  readonly words: string;
}

const LISTS: Readonly<Record<string, string>> = { "Lead on your advice": "lead", Lead: "lead", "The user": "user" };

/** Everything that the bodies say of who decides. What stands in it beside the decisions themselves is not part of it. */
export function decisionPassages(content: Content): readonly Passage[] {
  return bodyTexts(content).flatMap((body) => (body.kind === "agent" ? listsOf(body) : clausesOf(body)));
}

/** `- Alone: …`, `- The user: …`. A list of anybody else is somebody's too: the tables have to know of it. */
function listsOf(body: BodyText): readonly Passage[] {
  return blocksIn(body, "Decides").flatMap(({ text, offset }) => {
    const [, list, words] = /^\s*[-*+] \**([A-Z][^:]*?)\**:\**\s+([\s\S]*)$/.exec(text) ?? [];
    if (list === undefined || words === undefined) return [];
    const decider = list === "Alone" ? body.id : (LISTS[list] ?? list.toLowerCase());
    return [{ body: body.id, file: body.file, line: body.lineAt(offset), decider, words }];
  });
}

/**
 * `Lead decides A and B; the user decides C.` says it twice, and so does `…; the user C.`. In auto mode another order
 * holds, which a decision names.
 */
function clausesOf(body: BodyText): readonly Passage[] {
  return body.blocks.flatMap(({ text, offset }) => {
    let at = 0;
    let wasDecided = false;
    return text.split(/((?<=[.;])\s+)/).flatMap((clause) => {
      const start = at;
      at += clause.length;
      if (clause.trim() === "" || clause.startsWith("In auto mode")) return [];
      const said =
        /\b(Lead|[Tt]he user) decides\s+([\s\S]*)$/.exec(clause) ??
        (wasDecided ? /^(Lead|the user)\s+([\s\S]*)$/.exec(clause) : null);
      wasDecided = said !== null && clause.endsWith(";");
      const [, who, words] = said ?? [];
      if (who === undefined || words === undefined) return [];
      const line = body.lineAt(offset + start);
      return [{ body: body.id, file: body.file, line, decider: who === "Lead" ? "lead" : "user", words }];
    });
  });
}

/** A passage after the quotations of its body were taken out of it. */
export interface Explained {
  readonly passage: Passage;
  /** Words of quotations that stand in it, none of them as a part of a longer one. */
  readonly found: ReadonlySet<string>;
  /** What no quotation covers. */
  readonly rest: string;
}

/** Which quotations each passage holds. The longest are taken out first: "scope" is no part of "the scope of a search". */
export function explain(passages: readonly Passage[], quotations: readonly Quotation[]): readonly Explained[] {
  return passages.map((passage) => {
    const words = quotations.filter(({ body }) => body === passage.body).map((each) => plainWords(each.words));
    const found = new Set<string>();
    let rest = plainWords(passage.words);
    for (const each of [...new Set(words)].sort((a, b) => b.length - a.length)) {
      const index = wholeIndex(rest, each);
      if (index === -1) continue;
      found.add(each);
      rest = `${rest.slice(0, index)};${rest.slice(index + each.length)}`;
    }
    return { passage, found, rest };
  });
}

/** Where the words stand as words: "order" is no part of "border". */
function wholeIndex(text: string, words: string): number {
  const isLetter = (at: number) => /[\p{L}\p{N}]/u.test(text[at] ?? "");
  for (let index = text.indexOf(words); index !== -1; index = text.indexOf(words, index + 1)) {
    const end = index + words.length;
    if (!(isLetter(index - 1) && isLetter(index)) && !(isLetter(end - 1) && isLetter(end))) return index;
  }
  return -1;
}
