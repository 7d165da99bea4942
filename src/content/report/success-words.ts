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

/** Before a success word, in the same clause and at most four words away, each of these takes the claim back. */
const TAKES_BACK = [
  // It is denied, or only partly so.
  ..."not no never none nothing nobody neither nor without cannot hardly barely half partly".split(" "),
  // It is a condition, a time to come, or a question.
  ..."if unless until till once when whenever before whether how would should could might will must may".split(" "),
];

const WORD = new RegExp(
  `(?<![\\p{L}\\p{N}_-])(?:${SUCCESS_WORDS.map((word) => word.replace(" ", "\\s+")).join("|")})(?![\\p{L}\\p{N}_-])`,
  "giu",
);

export interface SuccessClaim {
  readonly offset: number;
  readonly word: string;
}

/** Where a text, freed of code and quotations, claims success. A word that is denied, conditional or asked claims none. */
export function successClaims(prose: string): readonly SuccessClaim[] {
  return [...prose.matchAll(WORD)]
    .map(({ 0: word, index }) => ({ offset: index, word: word.replaceAll(/\s+/g, " ") }))
    .filter(({ offset, word }) => !isTakenBack(prose, offset) && !isAsked(prose, offset + word.length));
}

function isTakenBack(prose: string, offset: number): boolean {
  const clause =
    prose
      .slice(Math.max(0, offset - 80), offset)
      .split(/[.;:!?,]|\n\s*\n/)
      .at(-1) ?? "";
  const before =
    clause
      .toLowerCase()
      .match(/[\p{L}\p{N}’']+/gu)
      ?.slice(-4) ?? [];
  return before.some((word) => TAKES_BACK.includes(word) || /n['’]t$/.test(word)) || /\bto\s+be\s*$/i.test(clause);
}

function isAsked(prose: string, offset: number): boolean {
  return /^[^.!?\n]{0,200}\?/.test(prose.slice(offset, offset + 201));
}
