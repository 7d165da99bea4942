/** What files look like at a moment. */

import { isUtf8 } from "node:buffer";
import { type Dirent, readFileSync, readlinkSync } from "node:fs";

/**
 * Every file of a workspace by its path with forward slashes, and every guarded file around it by a path that begins
 * with `../../../`. A symbolic link is recorded as where it points.
 */
export type Snapshot = ReadonlyMap<string, string>;

/** From a workspace to the guarded folder that it lies in. */
export const OUT = "../../../";

/** Whether a file of a snapshot lies around the workspace. */
export function isOutside(file: string): boolean {
  return file.startsWith("../");
}

export interface FileChange {
  readonly file: string;
  readonly change: "created" | "changed" | "deleted";
}

/** The files that differ between two moments. */
export function changesBetween(before: Snapshot, after: Snapshot): readonly FileChange[] {
  const created = [...after.keys()].filter((file) => !before.has(file));
  const deleted = [...before.keys()].filter((file) => !after.has(file));
  const changed = [...after].filter(([file, text]) => before.has(file) && before.get(file) !== text);
  return [
    ...created.map((file) => ({ file, change: "created" as const })),
    ...changed.map(([file]) => ({ file, change: "changed" as const })),
    ...deleted.map((file) => ({ file, change: "deleted" as const })),
  ];
}

/** What a snapshot says of something that is no folder. Links are not followed, and pipes and devices not opened. */
export function entryText(path: string, entry: Dirent): string {
  if (entry.isSymbolicLink()) return `symbolic link to ${readlinkSync(path)}`;
  if (entry.isFile()) return contentOf(path);
  return entry.isFIFO() ? "a pipe" : "neither a file nor a folder";
}

/** Before the content of a file that is no text: else its bytes could look like the text of another encoding. */
const NO_TEXT = "\uFFFD";

/**
 * What a file holds, as text. Of bytes that are none, such as a database, only sameness is asked: each of them becomes
 * one character, which is quick, and no two of them look alike.
 */
function contentOf(path: string): string {
  const bytes = readFileSync(path);
  return isUtf8(bytes) ? bytes.toString("utf8") : `${NO_TEXT}${bytes.toString("latin1")}`;
}
