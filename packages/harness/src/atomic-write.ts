import { randomBytes } from "node:crypto";
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";

/** The two steps that make a change visible; a test lets them fail. */
export interface FileMoves {
  readonly rename: (from: string, to: string) => void;
  readonly unlink: (path: string) => void;
}

const realMoves: FileMoves = { rename: renameSync, unlink: unlinkSync };

/**
 * Replaces a file as a whole: whoever reads it, even after a crash, finds the old content or the new one
 * (`core.state.atomic-writes`). Creates the folder, and removes what an earlier crash left beside the file.
 * @throws the error of the file system; the old file is whole then
 */
export function writeWhole(path: string, text: string, { rename }: FileMoves = realMoves): void {
  const folder = dirname(path);
  mkdirSync(folder, { recursive: true });
  removeAbandoned(path);
  const temporary = join(folder, `.${basename(path)}.${randomBytes(6).toString("hex")}.tmp`);
  try {
    writeAndSync(temporary, text);
    rename(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
  syncFolder(folder);
}

/** Deletes a file, if it is there. */
export function deleteWhole(path: string, { unlink }: FileMoves = realMoves): void {
  try {
    unlink(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return;
    throw error;
  }
  syncFolder(dirname(path));
}

function writeAndSync(path: string, text: string): void {
  const file = openSync(path, "wx");
  try {
    writeFileSync(file, text);
    // Without it a rename may reach the disk before the content does.
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Makes the rename itself last. Windows cannot open folders and does not need it. */
function syncFolder(folder: string): void {
  if (process.platform === "win32") return;
  const handle = openSync(folder, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** No write takes this long; a younger file may be one that another process is about to move into place. */
const ABANDONED_AFTER_MS = 60_000;

function removeAbandoned(path: string): void {
  const prefix = `.${basename(path)}.`;
  for (const name of readdirSync(dirname(path))) {
    if (!name.startsWith(prefix) || !name.endsWith(".tmp")) continue;
    const abandoned = join(dirname(path), name);
    const written = statSync(abandoned, { throwIfNoEntry: false })?.mtimeMs ?? Number.POSITIVE_INFINITY;
    if (Date.now() - written > ABANDONED_AFTER_MS) rmSync(abandoned, { force: true });
  }
}
