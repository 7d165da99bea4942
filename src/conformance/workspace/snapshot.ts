/** Records the files of a folder at one moment. */

import { isUtf8 } from "node:buffer";
import { createHash } from "node:crypto";
import { type Dirent, lstatSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";

/**
 * Content by path with forward slashes. The paths of guarded files outside the workspace begin with `../../../`. The
 * content of a symbolic link is its target.
 */
export type Snapshot = ReadonlyMap<string, string>;

export interface FileChange {
  readonly file: string;
  readonly change: "created" | "changed" | "deleted";
}

/** The files that differ between two snapshots. */
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
  /** Text in front of each path. */
  readonly prefix?: string;
  /** Whether to leave out a path and everything below it. The path has no prefix. */
  readonly skips?: (path: string) => boolean;
  /** Whether to record empty folders. */
  readonly emptyFolders?: boolean;
  /** Called with the absolute path of each file and folder before it is read. */
  readonly reads?: (path: string) => void;
}

/** Records everything below a folder. Copes with whatever an implementation has created there. */
export function collect(root: string, files: Map<string, string>, options: CollectOptions = {}): void {
  const { prefix = "", skips = () => false, emptyFolders = false, reads } = options;
  const visit = (folder: string) => {
    const at = join(root, folder);
    reads?.(at);
    const entries = attempt(() => readdirSync(at, { withFileTypes: true, encoding: "buffer" }));
    if (typeof entries === "string") {
      files.set(`${prefix}${folder}/`, `a folder that ${entries}`);
      return;
    }
    if (entries.length === 0 && folder !== "" && emptyFolders) files.set(`${prefix}${folder}/`, "an empty folder");
    for (const entry of entries) {
      const name = nameOf(entry.name);
      const path = folder === "" ? name.text : `${folder}/${name.text}`;
      if (skips(path)) continue;
      if (!name.isText) files.set(prefix + path, "something whose name is not text");
      else if (entry.isDirectory()) visit(path);
      else {
        reads?.(join(root, path));
        files.set(prefix + path, entryText(join(root, path), entry));
      }
    }
  };
  visit("");
}

/** Why a file or a folder cannot be read, as part of a sentence. */
const UNREADABLE: Readonly<Record<string, string>> = {
  ENAMETOOLONG: "is too deep",
  EACCES: "must not be read",
  EPERM: "must not be read",
  ENOTDIR: "is not a folder",
};

/** @returns the result, or the reason why it cannot be read */
function attempt<T extends object>(read: () => T): T | string {
  try {
    return read();
  } catch (thrown) {
    const reason = UNREADABLE[(thrown as NodeJS.ErrnoException).code ?? ""];
    if (reason === undefined) throw thrown;
    return reason;
  }
}

/** Escapes the bytes of a name that is not UTF-8, so that two such names stay different. */
function nameOf(name: Buffer): { readonly text: string; readonly isText: boolean } {
  if (isUtf8(name)) return { text: name.toString("utf8"), isText: true };
  const escaped = (byte: number) =>
    byte > 0x20 && byte < 0x7f && byte !== 0x5c
      ? String.fromCharCode(byte)
      : `\\x${byte.toString(16).padStart(2, "0")}`;
  return { text: [...name].map(escaped).join(""), isText: false };
}

/** The recorded content of anything except a folder. Does not follow links or open pipes and devices. */
function entryText(path: string, entry: Dirent<Buffer>): string {
  if (!entry.isFile() && !entry.isSymbolicLink()) return entry.isFIFO() ? "a pipe" : "neither a file nor a folder";
  const read = attempt(() => ({ text: entry.isFile() ? contentOf(path) : `symbolic link to ${readlinkSync(path)}` }));
  return typeof read === "string" ? `a file that ${read}` : read.text;
}

/** Larger files are not state, and may be sparse files of any size. */
const MOST_BYTES = 64 * 1024 * 1024;

/** Marks the description of a binary file. The text of a readable file does not begin with it. */
const NO_TEXT = "\uFFFD";

/** The text of a file, or a hash of a binary file such as a database, which is only compared. */
function contentOf(path: string): string {
  const { size, mtimeMs } = lstatSync(path);
  if (size > MOST_BYTES) return `a file of ${size} bytes, written at ${mtimeMs}`;
  const bytes = readFileSync(path);
  if (isUtf8(bytes)) return bytes.toString("utf8");
  return `${NO_TEXT} ${bytes.length} bytes, sha256 ${createHash("sha256").update(bytes).digest("hex")}`;
}
