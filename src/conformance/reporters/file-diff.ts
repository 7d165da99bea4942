/** What a step did to a file, as lines that a person can compare. */

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
  const readable = lineDiff(unfolded(before), unfolded(after));
  // A change of blanks alone is invisible in JSON that is laid out anew.
  const isVisible = readable.some(({ kind }) => kind === "removed" || kind === "added");
  return { file, change, lines: isVisible ? readable : lineDiff(before, after) };
}

/** JSON is often written in one line, which would be shown as changed whole. */
function unfolded(text: string | null): string | null {
  if (text === null || !/^\s*[[{]/.test(text)) return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** The files that a failing step changed, when its failure speaks of files; undefined when there is nothing to say. */
export function stateDiff({ failures, changes }: CaseRecord): readonly FileDiff[] | undefined {
  if (changes === undefined || !failures.some(({ file }) => file !== undefined)) return undefined;
  return changes.map(fileDiff);
}
