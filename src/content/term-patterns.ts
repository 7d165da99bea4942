/** How names are looked for in a text: as words, in mid-sentence, or as commands. */

/** Whole words in exactly this spelling, or in any with the flag `i`. A tilde stands for a blank. */
export function words(list: string, flags = ""): RegExp {
  return new RegExp(`(?<![\\w-])(?:${alternatives(list)})(?![\\w])`, `g${flags}`);
}

/** Names that are plain English too: with their capital, where no sentence begins. */
export function inSentence(list: string): RegExp {
  return new RegExp(`(?<=[\\p{Ll}\\d)\`,] )(?:${alternatives(list)})(?![\\w-])`, "gu");
}

/** An option, or a path: what commands are given whose names are verbs and nouns of every day. */
export const PATHS = " (?:-[\\w-]+|[\\w~$*-]*[./*~$][\\w./*-]*)";
/** What a command is given; a phrase such as "make sure" or "go on" is none, in code either. */
const GIVEN =
  "(?! (?:sure|it|each|the|an?|no|on|to|back|with|of|in|up|out|for|and|or|is|as|by)\\b) [\\w./~\"'<$-][\\w./-]*";
/** Where a command begins: a code span, a part of one, a line behind a prompt, a line of a fence of commands. */
const BEFORE =
  "(?:`(?:[^`\\n]*(?:&&|[|;]) )?|^[ \\t]*\\$ |^[ \\t]*`{3,}(?:sh|bash|shell|console|zsh)\\n(?:[^`]*\\n)?[ \\t]*)(?:\\$ |sudo )?";

/** Commands whose names are plain English or short: only in code, and with what they are given. */
export function inCalls(list: string, given = GIVEN): RegExp {
  const call = `(?:${alternatives(list)})(?:${given})`;
  return new RegExp(`(?<![\\w-])${call}(?<=${BEFORE}${call})`, "gm");
}

/** Commands that mean nothing else in code: alone in a code span as well. */
export function inCode(list: string): RegExp {
  const call = `(?:${alternatives(list)})(?:${GIVEN}|(?=\`))`;
  return new RegExp(`(?<![\\w-])${call}(?<=${BEFORE}${call})`, "gm");
}

function alternatives(list: string): string {
  return list
    .trim()
    .split(/\s+/)
    .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replaceAll("~", " "))
    .join("|");
}
