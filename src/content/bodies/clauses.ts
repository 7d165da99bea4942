/** Where an act stands in its sentence: whether the sentence orders it, or only speaks of it. */

/** What ends a part of a sentence: a verb of an order may follow. */
const SEPARATOR = /[,;:(—–]|\s-\s|\bthen\b/gi;

const LIST_MARK = /^\s*(?:[-*+]|\d+[.)])\s+(?:\[[ xX]\]\s+)?/;

/** Words that may stand before the verb of an order. */
const ADVERB =
  /(?:^|\s)(?:please|always|also|next|first|now|simply|just|directly|immediately|instead|finally|yourself)\s*$/i;

const MODAL =
  "(?:may|can|must|should|shall|will|need to|have to|ought to|are (?:free|allowed|expected|asked|required) to)";

/** Whose act it is, where not the reader's. */
const ANOTHER =
  /\b(?:lead|who|that|which|they|can|could|may|might|would|will|must|should|to(?!\s+(?:the|an?|its|each|every|your)\b))\b/i;

/** What stands between the start of a part of a sentence and a place in it. */
export function partBefore(sentence: string, at: number): string {
  const text = sentence.slice(0, at);
  let start = LIST_MARK.exec(text)?.[0].length ?? 0;
  for (const { index, 0: mark } of text.matchAll(SEPARATOR)) start = Math.max(start, index + mark.length);
  return text.slice(start);
}

/**
 * Whether the verb at this place is an order to the reader: it opens a sentence, an item or a part of one, follows
 * another order behind "and", or stands behind "you must". "What it takes to fix the code" orders nothing.
 */
export function isOrder(sentence: string, at: number): boolean {
  let before = partBefore(sentence, at).replace(/[*_"'`]/g, " ");
  for (let shorter = before; ; before = shorter) {
    shorter = before.replace(ADVERB, "");
    if (shorter === before) break;
  }
  if (/(?:^|\s)(?:and|or|but)\s*$/i.test(before)) {
    // Whoever acts in the words before acts here too: "who can read, change and write the file".
    const clause = sentence.slice(0, at).split(/[;:]/).at(-1) ?? "";
    return !ANOTHER.test(clause.replace(new RegExp(`\\byou ${MODAL}\\b`, "gi"), ""));
  }
  return new RegExp(`^\\s*(?:(?:you|the agent|agents|.*\\b(?:you|agents?) ${MODAL})\\s*)?$`, "is").test(before);
}
