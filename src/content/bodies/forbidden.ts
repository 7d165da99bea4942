import { partBefore } from "./clauses.js";

/** A clause that begins so forbids every act of its list: "Never run programs, edit the test file or ask the helper". */
const BAN = /^\s*(?:[-*+]\s|\d+[.)]\s)?\s*[*_]*(?:never|don't|do not|lead alone|only lead)\b/i;

/** A sentence that begins so shows what nobody is to do, or lists it: "Bad: …", "Must not: …". */
const BAD_EXAMPLE =
  /^\s*(?:[-*+]\s|\d+[.)]\s)?\s*[*_]*(?:(?:bad|wrong)(?: [\w-]+)?|never|(?:you )?must not|may not|do not|don't|not (?:allowed|yours)|forbidden|prohibited|denied|out of scope)[*_]*:/i;

/** Words that turn what follows them in the same part into a ban, or give the act to somebody else. */
const BEFORE =
  /\b(?:no|not|never|don't|cannot|can't|mustn't|nobody|nothing|none|neither|nor|without|instead of|rather than|lead alone|only lead|lead (?:calls?|closes?|adds?|updates?|starts?|decides?))\b/i;

/** The same behind the act: "`task_close` is an act of Lead", "tell the user nothing". */
const BEHIND =
  /^[`'"*_]*\s*(?:nothing|never|only (?:through|by|after)|(?:is|are|stays?|belongs? to|remains?)\s+(?:not\b|never\b|an act of\b|denied|refused|forbidden|with\b|lead\b|for lead\b))/i;

/** Wherever it stands in the part: a scratch copy is none of the workspace files. */
const ANYWHERE = /\b(?:scratch|in thought|on paper|decline|lead's|lead alone)\b/i;

/**
 * Whether a sentence forbids what stands from one place of it to another. A ban covers its own clause, up to a colon or
 * semicolon: "Never guess: edit the test file" orders an edit. So does a condition with a no in it, before a comma: "If
 * nothing fits, edit the test file".
 */
export function isForbidden(sentence: string, start: number, end: number): boolean {
  if (BAD_EXAMPLE.test(sentence)) return true;
  const clauseStart = Math.max(sentence.lastIndexOf(";", start - 1), sentence.lastIndexOf(":", start - 1)) + 1;
  const clauseEnd = start + Math.max(0, `${sentence.slice(start)};`.search(/[;:]/));
  const clause = sentence.slice(clauseStart, clauseEnd);
  const before = partBefore(sentence, start);
  const behind = sentence.slice(end).split(/[,;:]/, 1)[0] ?? "";
  if (BEFORE.test(before) || BEHIND.test(behind) || ANYWHERE.test(before + behind)) return true;
  const [ban = ""] = BAN.exec(clause) ?? [];
  return ban !== "" && isListed(clause, ban.length, start - clauseStart, before);
}

/** Whether a ban reaches over the commas between it and the act: in a list with an or, and over words between two commas. */
function isListed(clause: string, banEnd: number, at: number, before: string): boolean {
  const between = clause.slice(banEnd, at);
  if (!between.includes(",")) return true;
  if (/^\s*,[^,]*,\s*$/.test(between)) return true;
  return /\b(?:or|nor)\b/i.test(before) || /\b(?:or|nor)\b/i.test(clause.slice(at));
}
