/** The first line that a file of knowledge may have: `<!-- tags: a, b -->`. */

const FIRST_LINE = /^\uFEFF?<!--\s*tags:([^\r\n]*?)-->[ \t]*(?:\r?\n|$)/;

export interface TaggedText {
  readonly tags: readonly string[];
  /** The text below the tags. */
  readonly body: string;
  /** The first line with its end; empty where the text has no tags. */
  readonly line: string;
}

/** A text, and the tags of its first line. */
export function splitTags(text: string): TaggedText {
  const [line = "", list = ""] = FIRST_LINE.exec(text) ?? [];
  const tags = list
    .split(",")
    .map((tag) => tag.trim())
    .filter((tag) => tag !== "");
  return { tags: [...new Set(tags)], body: text.slice(line.length), line };
}
