/** What makes a success one of a part, or none: a share of the whole, or an ending with failures. */

const ONES = "one two three four five six seven eight nine ten eleven twelve".split(" ");
const ORDINALS = "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth".split(" ");
const NUMBER = String.raw`\d{1,9}|${[...ONES, ...ORDINALS].join("|")}`;

/** "3 of 5", "two of the three", "the first of 4", "3/5". */
const SHARE = String.raw`(?<![\p{L}\p{N}])(${NUMBER})(?:\s{0,4}\/\s{0,4}|\s{1,4}(?:out\s{1,4})?of\s{1,4}(?:(?:the|all)\s{1,4})?)(${NUMBER})(?![\p{L}\p{N}])`;
const WORDS = String.raw`(?:\s{1,4}\p{L}{1,40}){0,3}`;
const SHARE_BEFORE = new RegExp(String.raw`${SHARE}${WORDS}\s{0,4}$`, "iu");
const SHARE_BEHIND = new RegExp(String.raw`^[ \t,(:–—-]{1,4}(?:(?:for|in|on|at|with)[ \t]{1,4})?${SHARE}`, "iu");
/** "Most of the steps are done", without a whole that is counted. */
const SOME_BEFORE = new RegExp(
  String.raw`(?<!\p{L})(?:some|most|many|much|few|several|part|parts|${[...ONES, ...ORDINALS].join("|")})\s{1,4}of\s{1,4}(?:the|it|them|these|those|this|that)${WORDS}\s{0,4}$`,
  "iu",
);
const PERCENT_BEFORE = /(\d+)\s*%\s*(?:are\s+|is\s+)?$/;

/** Whether the text around a word of success says that it holds of a part alone. */
export function isOfPart(before: string, behind: string): boolean {
  const percent = PERCENT_BEFORE.exec(before)?.[1];
  if (percent !== undefined && percent !== "100") return true;
  const share = SHARE_BEFORE.exec(before) ?? SHARE_BEHIND.exec(behind);
  if (share !== null) return amountOf(share[1]) !== amountOf(share[2]);
  return SOME_BEFORE.test(before);
}

function amountOf(word = ""): number {
  const said = word.toLowerCase();
  const at = Math.max(ONES.indexOf(said), ORDINALS.indexOf(said));
  return at === -1 ? Number(said) : at + 1;
}

const TROUBLE = "(?:error|failure|warning|timeout|exception|crash)";
/** Trouble that is over is none, and an error message is a thing. */
const NOT_OVER = String.raw`(?!\p{L}|[ \t]{1,4}(?:(?:are|is|was|were|all)[ \t]{1,4})?(?:fixed|gone|resolved|corrected|solved|repaired|handl\p{L}{1,9}|messages?|paths?|texts?))`;
const COUNT = String.raw`(?:[1-9]\d{0,8}|${ONES.join("|")}|some|several|many)[ \t]{1,4}(?:\p{L}{1,40}[ \t]{1,4}){0,2}?`;
const SOURED = new RegExp(
  String.raw`^[ \t]{0,4}(?:[,:(–—-][ \t]{0,4})?(?:(?:and|but)[ \t]{1,4})?(?:` +
    [
      String.raw`with[ \t]{1,4}(?:(?:an?|the|its)[ \t]{1,4}(?:\p{L}{1,40}[ \t]{1,4}){0,2}?${TROUBLE}|${TROUBLE}s|${COUNT}${TROUBLE}s?|(?:an?[ \t]{1,4})?(?:(?:exit[ \t]{1,4})?code|exit[ \t]{1,4}status)[ \t]{1,4}[1-9])${NOT_OVER}`,
      `${COUNT}(?:failed|failing|fails?|${TROUBLE}s?)${NOT_OVER}`,
    ].join("|") +
    ")",
  "iu",
);

/** Whether a run only came to its end: "finished with 3 errors", "completed: 2 failed". Without errors it is a success. */
export function isSoured(behind: string): boolean {
  return SOURED.test(behind);
}
