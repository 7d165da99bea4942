/** The changes of a step to a file, as a diff for people. */

import type { CaseRecord } from "../run/report.js";
import { type DiffLine, lineDiff } from "./line-diff.js";

export type FileTexts = NonNullable<CaseRecord["changes"]>[number];

export interface FileDiff {
  readonly file: string;
  readonly change: "created" | "changed" | "deleted";
  readonly lines: readonly DiffLine[];
}

export function fileDiff({ file, before, after }: FileTexts): FileDiff {
  const change = before === null ? "created" : after === null ? "deleted" : "changed";
  const readable = lineDiff(formatted(before), formatted(after));
  // A change in white space alone disappears when JSON is formatted.
  const isVisible = readable.some(({ kind }) => kind === "removed" || kind === "added");
  return { file, change, lines: isVisible ? readable : lineDiff(before, after) };
}

/** Formats JSON, because a file with JSON on one line would appear as completely changed. */
function formatted(text: string | null): string | null {
  if (text === null || !/^\s*[[{]/.test(text)) return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** The files that a failing step changed. Undefined if its failures do not concern files. */
export function stateDiff({ failures, changes }: CaseRecord): readonly FileDiff[] | undefined {
  if (changes === undefined || !failures.some(({ file }) => file !== undefined)) return undefined;
  return changes.map(fileDiff);
}
