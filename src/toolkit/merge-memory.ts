import { splitTags } from "./memory-tags.js";

/** What is to be remembered. */
export interface MemoryEntry {
  readonly text: string;
  /** Beside those that the first line of the text may hold. */
  readonly tags?: readonly string[];
}

export interface MergedMemory {
  /** The whole text of the file. */
  readonly text: string;
  /** Whether the entry was added; false where the file held it already. */
  readonly added: boolean;
}

/**
 * The text of a memory file once an entry is in it. What is there stays to the letter; the entry comes behind it, after
 * an empty line, with the line ends that the file has. One that is there already is not written twice. The tags of the
 * first line, `<!-- tags: a, b -->`, are those of both.
 *
 * @param existing the text of the file; undefined where there is none
 * @example
 * import { mergeMemory } from "nexus-core";
 *
 * const first = "<!-- tags: http -->\nThe limit is 40 a second.\n";
 * mergeMemory(undefined, { text: "The limit is 40 a second.", tags: ["http"] });
 * // => { text: first, added: true }
 * mergeMemory(first, { text: "Bursts count double.", tags: ["retry"] }).text;
 * // => "<!-- tags: http, retry -->\nThe limit is 40 a second.\n\nBursts count double.\n"
 * mergeMemory(first, { text: "The limit is 40 a second." });
 * // => { text: first, added: false }
 */
export function mergeMemory(existing: string | undefined, { text, tags = [] }: MemoryEntry): MergedMemory {
  const entry = splitTags(text);
  const old = splitTags(existing ?? "");
  const mark = existing?.startsWith("\uFEFF") === true ? "\uFEFF" : "";
  const unmarked = old.line === "" ? old.body.slice(mark.length) : old.body;
  const all = [...new Set([...old.tags, ...entry.tags, ...tags])];
  const hasNewTags = all.length > old.tags.length;
  const end = lineEndOf(existing ?? "") ?? lineEndOf(text) ?? "\n";
  const first = hasNewTags ? `${mark}<!-- tags: ${all.join(", ")} -->${end}` : old.line || mark;
  const added = entry.body.trim() !== "" && !holds(unmarked, entry.body);
  return { text: first + (added ? extended(unmarked, entry.body, end) : unmarked), added };
}

/** Whether a text contains the lines of an entry, one below the other. */
function holds(text: string, entry: string): boolean {
  return framed(text).includes(framed(entry.trim()));
}

function framed(text: string): string {
  return `\n${text.replaceAll("\r\n", "\n")}\n`;
}

/** How the first line of a text ends; undefined where it has only one. */
function lineEndOf(text: string): string | undefined {
  return /\r?\n/u.exec(text)?.[0];
}

function extended(text: string, entry: string, end: string): string {
  const lines = entry.replaceAll(/\r?\n/gu, end);
  const whole = lines.endsWith("\n") ? lines : `${lines}${end}`;
  if (text.trim() === "") return text + whole;
  return `${text}${text.endsWith("\n") ? "" : end}${end}${whole}`;
}
