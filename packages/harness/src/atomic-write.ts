import { randomBytes } from "node:crypto";
import {
  closeSync,
  constants,
  copyFileSync,
  fchmodSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  unlinkSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";

/** New content of a file, complete on the disk beside it. */
export interface PreparedFile {
  /** Puts it in the place of the old. Whoever reads the file, even after a crash, finds the old content or the new one. */
  commit(): void;
  /** Removes it, and the old stays. */
  discard(): void;
}

/**
 * Prepares a file as a whole (`core.state.atomic-writes`), with the permissions of the one that it replaces. Creates
 * the folder, and removes what an earlier crash left beside the file.
 * @throws the error of the file system; nothing is left behind then
 */
export function prepareText(path: string, text: string): PreparedFile {
  return prepare(path, (temporary) => {
    const mode = modeOf(path);
    const file = openSync(temporary, "wx", mode);
    return {
      file,
      fill: () => {
        // The system has left out what the umask forbids.
        if (mode !== undefined) fchmodSync(file, mode);
        writeFileSync(file, text);
      },
    };
  });
}

/**
 * Prepares a file that begins as the one that it replaces and goes on with a text of its own. File systems that can
 * share content between files copy nothing.
 * @param length how many bytes of the old file are kept
 * @throws the error of the file system; nothing is left behind then
 */
export function prepareCopy(path: string, length: number, text: string): PreparedFile {
  return prepare(path, (temporary) => {
    copyFileSync(path, temporary, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
    const file = openSync(temporary, "r+");
    return {
      file,
      fill: () => {
        ftruncateSync(file, length);
        writeAll(file, Buffer.from(text), length);
      },
    };
  });
}

/** Deletes a file, if it is there. */
export function deleteFile(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
}

/** Makes renames and deletions in a folder last. Windows cannot open folders and does not need it. */
export function syncFolder(folder: string): void {
  if (process.platform === "win32") return;
  const handle = openSync(folder, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Writes a file that may be lost without harm, and does nothing where it cannot. The caller holds the lock. */
export function writeCache(path: string, text: string): void {
  const temporary = temporaryBeside(path);
  try {
    mkdirSync(dirname(path), { recursive: true });
    removeAbandoned(path);
    writeFileSync(temporary, text, { flag: "wx" });
    renameSync(temporary, path);
  } catch {
    discard(temporary);
  }
}

/** What cannot be removed either does no harm beside the error that is on its way. */
function discard(temporary: string): void {
  try {
    rmSync(temporary, { force: true });
  } catch {
    // The folder is not one.
  }
}

function prepare(
  path: string,
  open: (temporary: string) => { readonly file: number; readonly fill: () => void },
): PreparedFile {
  const folder = dirname(path);
  mkdirSync(folder, { recursive: true });
  removeAbandoned(path);
  const temporary = temporaryBeside(path);
  try {
    const { file, fill } = open(temporary);
    try {
      fill();
      // Without it a rename may reach the disk before the content does.
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    discard(temporary);
    throw error;
  }
  return {
    commit: () => renameSync(temporary, path),
    discard: () => discard(temporary),
  };
}

/** Who may read and write a file; undefined where there is none. */
function modeOf(path: string): number | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  return found === undefined ? undefined : found.mode & 0o777;
}

function temporaryBeside(path: string): string {
  return join(dirname(path), `${temporaryPrefix(path)}${randomBytes(6).toString("hex")}.tmp`);
}

/** A name that is as long as may be leaves no room, so only the beginning of it counts. */
function temporaryPrefix(path: string): string {
  return `.${[...basename(path)].slice(0, 40).join("")}.`;
}

function writeAll(file: number, bytes: Buffer, position: number): void {
  for (let written = 0; written < bytes.length; ) {
    written += writeSync(file, bytes, written, bytes.length - written, position + written);
  }
}

/** Who writes holds the lock, so whatever another process had prepared it can no longer put into place. */
function removeAbandoned(path: string): void {
  const prefix = temporaryPrefix(path);
  for (const name of readdirSync(dirname(path))) {
    if (name.startsWith(prefix) && /^[0-9a-f]{12}\.tmp$/u.test(name.slice(prefix.length))) {
      rmSync(join(dirname(path), name), { force: true });
    }
  }
}
