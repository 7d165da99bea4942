/** Where the bodies say who decides, and which words of the tables stand there. */

import { type BodyText, blocksIn, bodyTexts, breachIn } from "./bodies/body-text.js";
import type { Content } from "./content.js";
import { plainWords, type Quotation } from "./responsibilities.js";
import type { Breach } from "./rule.js";

/** A passage in which a body says who decides: a list of an agent, or a clause of any body. */
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
  return bodyTexts(content).flatMap((body) => {
    const lists = listsOf(body);
    return [...lists.map(({ passage }) => passage), ...clausesOf(body, new Set(lists.map(({ offset }) => offset)))];
  });
}

/** Items under Decides that give what they say to nobody: neither a list of somebody's nor a clause. */
export function ownerlessItems(content: Content): readonly Breach[] {
  return bodyTexts(content, "agent").flatMap((body) => {
    const lists = listsOf(body).map(({ offset }) => offset);
    const clauses = clausesOf(body, new Set(lists)).map(({ line }) => line);
    return blocksIn(body, "Decides")
      .filter(
        ({ text, offset }) => ITEM.test(text) && !lists.includes(offset) && !clauses.includes(body.lineAt(offset)),
      )
      .map(({ text, offset }) => breachIn(body, offset, `"${text.trim()}" does not say before a colon who decides it`));
  });
}

const ITEM = /^\s*[-*+]\s/;

/** `- Alone: …`, `- The user: …`. A list of anybody else is somebody's too: the tables have to know of it. */
function listsOf(body: BodyText): readonly { readonly passage: Passage; readonly offset: number }[] {
  if (body.kind !== "agent") return [];
  return blocksIn(body, "Decides").flatMap(({ text, offset }) => {
    const [, list, words] = /^\s*[-*+] \**([A-Z][^:]*?)\**:\**\s+([\s\S]*)$/.exec(text) ?? [];
    if (list === undefined || words === undefined || DECIDES.test(list)) return [];
    const decider = list === "Alone" ? body.id : (LISTS[list] ?? list.toLowerCase());
    return [{ passage: { body: body.id, file: body.file, line: body.lineAt(offset), decider, words }, offset }];
  });
}

/** "If the user decides otherwise" and "what Lead decides" leave nothing to anybody. */
const DECIDES =
  /(?<!\b(?:if|when|whenever|once|until|unless|after|before|where|what|which|whatever|as|that|than|how|whether|did|do|does|let|lets|should|could|or)\s)\b(lead|the user|you)(?:,[^,;.]*,)?(?:\s+(?:alone|also|may|can|then|still))*\s+decides?\s+(?!(?:otherwise|differently|so|nothing|no|not|against|on your advice)\b)([\s\S]*)$/i;

/** "Whether it holds is your decision", "which of them is for Lead to decide". */
const IS_DECISION =
  /\b((?:[Ww]hether|[Ww]hich|[Ww]ho|[Ww]hat|[Ww]hen|[Hh]ow)\b[^:]*?)\s+is\s+(?:(your|Lead's|the user's)\s+(?:own\s+)?(?:decision|choice|call)|(?:for|up to)\s+(you|Lead|the user)(?:\s+to decide)?)\s*[.;]?\s*$/;

/**
 * `Lead decides A and B; the user decides C.` says it twice, and so does `…; the user C.`. In auto mode another order
 * holds, which a decision names. You are Lead in a skill, and the agent itself in the body of an agent.
 */
function clausesOf(body: BodyText, lists: ReadonlySet<number>): readonly Passage[] {
  return body.blocks.flatMap(({ text, offset }) => {
    if (lists.has(offset)) return [];
    let at = 0;
    let wasDecided = false;
    return text.split(/((?<=[.;])\s+)/).flatMap((clause) => {
      const start = at;
      at += clause.length;
      if (clause.trim() === "" || clause.startsWith("In auto mode")) return [];
      const [, who, words] =
        DECIDES.exec(clause) ??
        turned(clause) ??
        (wasDecided ? /^(Lead|the user)\s+([\s\S]*)$/.exec(clause) : null) ??
        [];
      wasDecided = who !== undefined && clause.endsWith(";");
      if (who === undefined || words === undefined) return [];
      const self = body.kind === "agent" ? body.id : "lead";
      const decider = /^lead/i.test(who) ? "lead" : /^the user/i.test(who) ? "user" : self;
      return [{ body: body.id, file: body.file, line: body.lineAt(offset + start), decider, words }];
    });
  });
}

/** The clause that names the decider last, in the order of the other. */
function turned(clause: string): readonly [string, string, string] | undefined {
  const [all, words, whose, whom] = IS_DECISION.exec(clause) ?? [];
  const who = whose ?? whom;
  if (all === undefined || words === undefined || who === undefined) return undefined;
  return [all, who, words.charAt(0).toLowerCase() + words.slice(1)];
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
