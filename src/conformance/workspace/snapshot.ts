/** What files look like at a moment. */

import { isUtf8 } from "node:buffer";
import { createHash } from "node:crypto";
import { type Dirent, lstatSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";

/**
 * Every file of a workspace by its path with forward slashes, and every guarded file around it by a path that begins
 * with `../../../`. A symbolic link is recorded as where it points.
 */
export type Snapshot = ReadonlyMap<string, string>;

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

export interface CollectOptions {
  /** What stands before each path. */
  readonly prefix?: string;
  /** Whether a path, without what stands before it, is left out with all below it. */
  readonly skips?: (path: string) => boolean;
  /** Whether a folder in which nothing stands is recorded too. */
  readonly emptyFolders?: boolean;
}

/** Records everything below a folder, whatever an implementation has made there. */
export function collect(root: string, files: Map<string, string>, options: CollectOptions = {}): void {
  const { prefix = "", skips = () => false, emptyFolders = false } = options;
  const visit = (folder: string) => {
    const entries = attempt(() => readdirSync(join(root, folder), { withFileTypes: true, encoding: "buffer" }));
    if (typeof entries === "string") {
      files.set(`${prefix}${folder}/`, `a folder that ${entries}`);
      return;
    }
    if (entries.length === 0 && folder !== "" && emptyFolders) files.set(`${prefix}${folder}/`, "an empty folder");
    for (const entry of entries) {
      const name = nameOf(entry.name);
      const path = folder === "" ? name.text : `${folder}/${name.text}`;
      if (skips(path)) continue;
      if (!name.isText) files.set(prefix + path, "something whose name is no text");
      else if (entry.isDirectory()) visit(path);
      else files.set(prefix + path, entryText(join(root, path), entry));
    }
  };
  visit("");
}

/** What keeps a file or a folder from being read, as messages have it. */
const UNREADABLE: Readonly<Record<string, string>> = {
  ENAMETOOLONG: "is too deep",
  EACCES: "must not be read",
  EPERM: "must not be read",
  ENOTDIR: "is none",
};

/** @returns what came of it, or why it cannot be read */
function attempt<T extends object>(read: () => T): T | string {
  try {
    return read();
  } catch (thrown) {
    const reason = UNREADABLE[(thrown as NodeJS.ErrnoException).code ?? ""];
    if (reason === undefined) throw thrown;
    return reason;
  }
}

/** Nobody can open a file by a text that its name is not. Its bytes are written out, so that two names stay two. */
function nameOf(name: Buffer): { readonly text: string; readonly isText: boolean } {
  if (isUtf8(name)) return { text: name.toString("utf8"), isText: true };
  const escaped = (byte: number) =>
    byte > 0x20 && byte < 0x7f && byte !== 0x5c
      ? String.fromCharCode(byte)
      : `\\x${byte.toString(16).padStart(2, "0")}`;
  return { text: [...name].map(escaped).join(""), isText: false };
}

/** What a snapshot says of something that is no folder. Links are not followed, and pipes and devices not opened. */
function entryText(path: string, entry: Dirent<Buffer>): string {
  if (!entry.isFile() && !entry.isSymbolicLink()) return entry.isFIFO() ? "a pipe" : "neither a file nor a folder";
  const read = attempt(() => ({
    text: entry.isFile() ? contentOf(path) : `symbolic link to ${readlinkSync(path)}`,
  }));
  return typeof read === "string" ? `a file that ${read}` : read.text;
}

/** Larger files are no state of anybody's, and may have holes of any size. */
const MOST_BYTES = 64 * 1024 * 1024;

/** Before what is said of a file that is no text: the text of no other file begins like that. */
const NO_TEXT = "\uFFFD";

/** What a file holds, as text. Of bytes that are none, such as a database, only sameness is asked. */
function contentOf(path: string): string {
  const { size, mtimeMs } = lstatSync(path);
  if (size > MOST_BYTES) return `a file of ${size} bytes, written at ${mtimeMs}`;
  const bytes = readFileSync(path);
  if (isUtf8(bytes)) return bytes.toString("utf8");
  return `${NO_TEXT} ${bytes.length} bytes, sha256 ${createHash("sha256").update(bytes).digest("hex")}`;
}
