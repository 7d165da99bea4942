/** Words by which a message claims success. */

/** Each claims that the whole is in order; words that are said of a part as well (passed, fixed, verified) are none. */
export const SUCCESS_WORDS = [
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

/** Claims of which only the surroundings make one: a complete list claims nothing, and neither does being ready to start. */
const SUCCESS_PHRASES: readonly { readonly said: string; readonly pattern: string }[] = [
  {
    said: "is complete",
    pattern: String.raw`(?<=(?:\b(?:is|are|was|were|been|now|fully)|['’]s)\s+(?:(?:now|all|also|fully|entirely|already|finally)\s+)*)complete`,
  },
  {
    said: "Migration complete.",
    pattern: String.raw`(?<=(?:^|[.!?]\s)[ \t*#-]*(?:\p{L}+[ \t]+){0,3}\p{L}*(?<!\bto|s)[ \t]+)complete(?=[ \t*]*(?:[.!]|\r?$))`,
  },
  {
    said: "all tasks complete",
    pattern: String.raw`(?<=\ball\s+(?:\p{L}+\s+){1,3})complete(?=[ \t*]*(?:[.,;:!]|\r?$))`,
  },
  {
    said: "ready to ship",
    pattern: String.raw`ready\s+to\s+(?:be\s+)?(?:ship(?:ped)?|merged?|released?|(?:deploy|publish|launch)(?:ed)?)`,
  },
  {
    said: "ready for production",
    pattern: String.raw`ready\s+for\s+(?:production|(?:the\s+)?(?:release|launch|deployment|merge|merging))`,
  },
  { said: "good to go", pattern: String.raw`(?:good|ready)\s+to\s+go` },
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

const PATTERNS = [
  ...SUCCESS_WORDS.map((word) => word.replace(" ", "\\s+")),
  ...SUCCESS_PHRASES.map(({ pattern }) => pattern),
];
const WORD = new RegExp(`(?<![\\p{L}\\p{N}_-])(?:${PATTERNS.join("|")})(?![\\p{L}\\p{N}_-])`, "gimu");

/** Behind a success word, what makes a condition of it, or leaves something out. */
const LIMIT =
  /^[ \t,(–—-]{1,4}(?:\p{L}+[ \t]+){0,2}?(?:once(?!\s+(?:again|more))|if|unless|until|till|as\s+soon\s+as|provided|pending|except|(?:apart|aside)\s+from|save\s+for|but\s+(?:for|not))(?!\p{L})/iu;

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

/** "80 % done", "3 of 5 steps done", "done except for the help". */
function isLimited(prose: string, offset: number, length: number): boolean {
  const before = prose.slice(Math.max(0, offset - 40), offset);
  const share = /(\d+)\s*%\s*(?:are\s+|is\s+)?$/.exec(before)?.[1];
  const [, some, all] = /(\d+)\s*(?:of|\/)\s*(?:the\s+)?(\d+)\s+(?:\p{L}+\s+){0,2}$/u.exec(before) ?? [];
  return (share ?? "100") !== "100" || some !== all || LIMIT.test(prose.slice(offset + length, offset + length + 60));
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
  const isDenied = before.some((word) => TAKES_BACK.includes(word) || /n['’]t$/.test(word));
  return isDenied || /\b(?:to\s+be|far\s+from)\s*$/i.test(clause) || /^[\s*#-]*(?:if|unless)\s/i.test(sentence);
}

function isAsked(prose: string, offset: number): boolean {
  return /^[^.!?\n]{0,200}\?/.test(prose.slice(offset, offset + 201));
}
