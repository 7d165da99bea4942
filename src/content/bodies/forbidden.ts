/** A sentence that begins so forbids everything in it. */
const BAN = /^\s*(?:[-*+]|\d+[.)])?\s*\**(?:never|don't|do not|no|nobody|nothing|neither|lead alone|only lead)\b/i;

/** Words that turn a part of a sentence into a ban, or give its act to somebody else. */
const FORBIDDING =
  /\b(?:no|not|never|don't|cannot|nobody|nothing|neither|nor|without|instead of|rather than|lead alone|only lead|lead's alone|decline|scratch)\b/i;

/**
 * Whether a sentence forbids what stands at this place of it: by how it begins, or by a word in the same part between
 * commas. A word in another part does not count: "If nothing fits, edit the test file" orders an edit.
 */
export function isForbidden(sentence: string, at: number): boolean {
  if (BAN.test(sentence)) return true;
  const start = Math.max(...[",", ";", ":"].map((mark) => sentence.lastIndexOf(mark, at))) + 1;
  const rest = sentence.slice(at).search(/[,;:]/);
  return FORBIDDING.test(sentence.slice(start, rest === -1 ? sentence.length : at + rest));
}
