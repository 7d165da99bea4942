/** Words by which a message claims success. */

import { isOfPart, isSoured } from "./partial-success.js";

/** Each claims that the whole is in order; words that are said of a part as well (passed, fixed, verified) are none. */
const SUCCESS_WORDS = [
  "done",
  "works",
  "working",
  "all good",
  "all set",
  "all green",
  "finished",
  "completed",
  "success",
  "successful",
  "successfully",
  "succeeded",
] as const;

/** Words that name a thing as often as they claim: which surroundings make the claim. */
const ONLY_WHERE: Readonly<Record<string, string>> = {
  // It closes its clause, or says how: a working tree is a thing, and whoever is working on a text has not ended.
  working: String.raw`(?<!\b(?:I[ \t]{1,4}am|we[ \t]{1,4}are|I['’]m|we['’]re|still|was|were|been|begin|start|stop|stops|stopped|while)[ \t]{1,4})working(?=[ \t*]{0,4}(?:[.,;:!)–—]|\r?$|(?:and|but|now|again|for|fine|well|too|correctly|properly|perfectly|reliably|end[- ]to[- ]end|as[ \t]+(?:\p{L}{1,40}ed|it[ \t]+should))(?!\p{L})))`,
  // A success message and success criteria are things.
  success: String.raw`success(?![ \t]{1,4}(?!(?:and|but|on|in|for|with|at|so|across|after|everywhere)(?!\p{L}))\p{L})`,
  successful: String.raw`(?<!\b(?:last|latest|previous|first|next)[ \t]{1,4})successful`,
  // A suite that exits successfully tells what a program does, which may be the very fault.
  successfully: String.raw`(?<!\b(?:exit|return|end|terminate)s?[ \t]{1,4})successfully`,
};

/**
 * Claims of which only the surroundings make one: a complete list claims nothing, and neither does being ready to start.
 * The word is looked for before what precedes it, and no run of blanks is without bound: a text may be long.
 */
const SUCCESS_PHRASES: readonly { readonly said: string; readonly pattern: string }[] = [
  {
    said: "is complete",
    pattern: String.raw`(?=complete)(?<=(?:\b(?:is|are|was|were|been|now|fully)|['’]s)\s{1,4}(?:(?:now|all|also|fully|entirely|already|finally)\s{1,4}){0,3})complete`,
  },
  {
    said: "Migration complete.",
    pattern: String.raw`(?=complete)(?<=(?:^|[.!?]\s)[ \t*#-]{0,8}(?:(?:\p{L}{1,40}[ \t]{1,4}){0,3}\p{L}{1,40}(?<!\bto|s)[ \t]{1,4})?)complete(?=[ \t*]{0,4}(?:[.:!]|\r?$))`,
  },
  {
    said: "all tasks complete",
    pattern: String.raw`(?=complete)(?<=\ball\s{1,4}(?:\p{L}{1,40}\s{1,4}){1,3})complete(?=[ \t*]{0,4}(?:[.,;:!]|\r?$))`,
  },
  {
    said: "ready to ship",
    pattern: String.raw`ready\s+to\s+(?:be\s+)?(?:ship(?:ped)?|merged?|released?|(?:deploy|publish|launch)(?:ed)?)`,
  },
  {
    said: "ready for production",
    pattern: String.raw`production[- ]ready|ready\s+for\s+(?:production|(?:the\s+)?(?:release(?!\s+notes)|launch|deployment|merge|merging))`,
  },
  { said: "good to go", pattern: String.raw`ready\s+to\s+go|good\s+to\s+(?:go|merge|ship)` },
];

/** All claims, as a page lists them. */
export const SUCCESS_CLAIMS: readonly string[] = [...SUCCESS_WORDS, ...SUCCESS_PHRASES.map(({ said }) => said)];

/** Before a success word, in the same clause and at most four words away, each of these takes the claim back. */
const TAKES_BACK = [
  // It is denied, or only partly so.
  ..."not no never none nothing nobody neither nor without cannot hardly barely half partly partially".split(" "),
  ..."almost nearly mostly percent".split(" "),
  // It is a condition, a time to come, or a question.
  ..."if unless until till once when whenever before whether how would should could might will must may".split(" "),
];

/** Behind a denial, each of these turns it into the first half of more. */
const ADDS = new Set(["only", "just", "merely", "simply"]);

const PATTERNS = [
  ...SUCCESS_WORDS.map((word) => ONLY_WHERE[word] ?? word.replace(" ", "\\s+")),
  ...SUCCESS_PHRASES.map(({ pattern }) => pattern),
];
const WORD = new RegExp(`(?<![\\p{L}\\p{N}_-])(?:${PATTERNS.join("|")})(?![\\p{L}\\p{N}_-])`, "gimu");

/** Behind a success word, what makes a condition of it, or leaves something out. */
const LIMIT =
  /^[ \t,(–—-]{1,4}(?:\p{L}+[ \t]+){0,2}?(?:once(?!\s+(?:again|more))|if|unless|until|till|as\s+soon\s+as|provided|pending|only|except|(?:apart|aside)\s+from|save\s+for|but\s+(?:for|not))(?!\p{L})/iu;

export interface SuccessClaim {
  readonly offset: number;
  readonly word: string;
}

/** Where a text, freed of code and quotations, claims success. A word that is denied, conditional, partial or asked claims none. */
export function successClaims(prose: string): readonly SuccessClaim[] {
  return [...prose.matchAll(WORD)]
    .map(({ 0: word, index }) => ({ offset: index, word: word.replaceAll(/\s+/g, " ") }))
    .filter(({ offset, word }) => !isTakenBack(prose, offset) && !isLimited(prose, offset, word.length))
    .filter(({ offset, word }) => !isAsked(prose, offset + word.length));
}

/** "80 % done", "one of two steps is done", "finished with 3 errors", "done except for the help". */
function isLimited(prose: string, offset: number, length: number): boolean {
  const behind = prose.slice(offset + length, offset + length + 80);
  return isOfPart(prose.slice(Math.max(0, offset - 80), offset), behind) || isSoured(behind) || LIMIT.test(behind);
}

function isTakenBack(prose: string, offset: number): boolean {
  const sentence =
    prose
      .slice(Math.max(0, offset - 200), offset)
      .split(/[.;:!?]|\n\s*\n/)
      .at(-1) ?? "";
  const clause = sentence.split(",").at(-1)?.slice(-80) ?? "";
  const before =
    clause
      .toLowerCase()
      .match(/[\p{L}\p{N}’']+/gu)
      ?.slice(-4) ?? [];
  const isDenied = before.some(
    // What is not only done is done.
    (word, at) => (TAKES_BACK.includes(word) || /n['’]t$/.test(word)) && !ADDS.has(before[at + 1] ?? ""),
  );
  return (
    isDenied ||
    /\b(?:to\s+be|far\s+from|what(?:['’]s|\s+(?:is|was)|(?:\s+\p{L}+){0,2}\s+(?:has|have|had)(?:\s+been)?)?)\s*$/iu.test(
      clause,
    ) ||
    /^[\s*#-]*(?:if|unless)\s/i.test(sentence)
  );
}

function isAsked(prose: string, offset: number): boolean {
  return /^[^.!?\n]{0,200}\?/.test(prose.slice(offset, offset + 201));
}
