import { randomBytes } from "node:crypto";
import {
  closeSync,
  constants,
  copyFileSync,
  fchmodSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  type Stats,
  unlinkSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import type { Folder } from "./folder.js";
import { entriesOf } from "./list-folder.js";
import { atPlace, locate, type Place, type PlaceOptions } from "./place.js";
import { type OpenFile, openFile, openRegular } from "./read-file.js";
import { codeOf, systemError } from "./system-error.js";
import { notAFile } from "./unsafe-path.js";

const { COPYFILE_EXCL, COPYFILE_FICLONE, O_APPEND, O_CREAT, O_EXCL, O_NOFOLLOW = 0, O_RDWR } = constants;

/** New content of a file, complete on the disk beside it. The caller calls one of the two functions. */
export interface PreparedFile {
  /** Replaces the file. Every reader, even after a crash, finds the old content or the new one. */
  commit(): void;
  /** Removes the new content and keeps the old. */
  discard(): void;
}

/** Limits the place of a file; see {@link PlaceOptions}. */
export type WriteOptions = Pick<PlaceOptions, "within">;

/**
 * Prepares a whole file (`core.state.atomic-writes`) with the permissions of the file that it replaces. Creates the
 * folder, and removes what an earlier crash left beside the file.
 * @param file relative to the root of the project
 * @throws UnsafePath for a link that leaves the project and for anything but a file in its place, or the error of the
 * file system; leaves nothing behind then
 */
export function prepareText(root: string, file: string, text: string, options: WriteOptions = {}): PreparedFile {
  return prepare(root, file, options, (folder, temporary, old) => {
    const mode = old === undefined ? undefined : old.mode & 0o777;
    const descriptor = openSync(folder.at(temporary), "wx", mode);
    return {
      descriptor,
      fill: () => {
        // open() applies the umask, which the old file did not have to obey.
        if (mode !== undefined) fchmodSync(descriptor, mode);
        writeFileSync(descriptor, text);
      },
    };
  });
}

/**
 * Prepares a file that starts like the one that it replaces and continues with new text. A file system that shares
 * content between files copies nothing.
 * @param old the file that it replaces
 * @param length bytes of the old file to keep
 * @throws like {@link prepareText}
 */
export function prepareCopy(root: string, file: string, old: OpenFile, length: number, text: string): PreparedFile {
  return prepare(root, file, {}, (folder, temporary) => {
    copyFileSync(old.path, folder.at(temporary), COPYFILE_EXCL | COPYFILE_FICLONE);
    const descriptor = openSync(folder.at(temporary), O_RDWR | O_NOFOLLOW);
    return {
      descriptor,
      fill: () => {
        ftruncateSync(descriptor, length);
        writeAll(descriptor, Buffer.from(text), length);
      },
    };
  });
}

/**
 * Appends a line to a file and creates the file where it is missing. A line that a crash cut off keeps a line of its own.
 * @throws like {@link prepareText}
 */
export function appendLine(root: string, file: string, line: string): void {
  atPlace(root, file, { make: true }, ({ folder, name }) => {
    const descriptor =
      openRegular(folder, name, O_RDWR | O_APPEND) ??
      openSync(folder.at(name), O_RDWR | O_APPEND | O_CREAT | O_EXCL | O_NOFOLLOW);
    try {
      const { size, nlink } = fstatSync(descriptor);
      const text = `${endsInLine(descriptor, size) ? "" : "\n"}${line}\n`;
      // A hard link may name the same file outside of the project.
      if (nlink > 1) appendToCopy(root, file, size, text);
      // It goes on after a short write, and fails where the disk is full.
      else writeFileSync(descriptor, text);
    } finally {
      closeSync(descriptor);
    }
  });
}

/**
 * Deletes a file, if it exists. Anything but a regular file was not made here and stays.
 * @throws like {@link prepareText}
 */
export function deleteFile(root: string, file: string): void {
  atPlace(root, file, {}, ({ folder, name }) => {
    if (checkOwn(folder, name) !== undefined) unlinkIfThere(folder, name);
  });
}

/**
 * Checks that a file can be deleted, as far as this can be known beforehand.
 * @throws like {@link prepareText}
 */
export function checkDeletable(root: string, file: string): void {
  atPlace(root, file, {}, ({ folder, name }) => checkOwn(folder, name));
}

/** Gives a file another name in the same folder. @throws like {@link prepareText} */
export function renameFile(root: string, file: string, newName: string): void {
  atPlace(root, file, {}, ({ folder, name }) => {
    if (checkOwn(folder, name) !== undefined) renameSync(folder.at(name), folder.at(newName));
  });
}

/** Makes renames and deletions beside a file durable. */
export function syncFolderOf(root: string, file: string): void {
  atPlace(root, file, {}, ({ folder }) => folder.sync());
}

/** Writes a file that may be lost without harm. A failure is ignored. The caller holds the lock. */
export function writeCache(root: string, file: string, text: string): void {
  try {
    atPlace(root, file, { make: true }, ({ folder, name }) => {
      checkOwn(folder, name);
      const temporary = newTemporary(folder, name);
      try {
        writeFileSync(folder.at(temporary), text, { flag: "wx" });
        renameSync(folder.at(temporary), folder.at(name));
      } catch {
        discard(folder, temporary);
      }
    });
  } catch {
    // Everything works without the cache.
  }
}

type Open = (
  folder: Folder,
  temporary: string,
  old: Stats | undefined,
) => { readonly descriptor: number; readonly fill: () => void };

function prepare(root: string, file: string, options: WriteOptions, open: Open): PreparedFile {
  const place = locate(root, file, { ...options, make: true });
  if (place === undefined) throw systemError("ENOENT");
  try {
    return prepareAt(place, open);
  } catch (error) {
    place.close();
    throw error;
  }
}

function prepareAt({ folder, name, close }: Place, open: Open): PreparedFile {
  const old = checkOwn(folder, name);
  const temporary = newTemporary(folder, name);
  try {
    const { descriptor, fill } = open(folder, temporary, old);
    try {
      fill();
      // Without it a rename may reach the disk before the content does.
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    discard(folder, temporary);
    throw error;
  }
  const closing = (work: () => void) => () => {
    try {
      work();
    } finally {
      close();
    }
  };
  return {
    commit: closing(() => renameSync(folder.at(temporary), folder.at(name))),
    discard: closing(() => discard(folder, temporary)),
  };
}

/**
 * Only a regular file may be replaced or deleted: nothing else was made here.
 * @returns undefined where nothing is there
 */
function checkOwn(folder: Folder, name: string): Stats | undefined {
  const found = folder.look(name);
  if (found === undefined || found.isFile()) return found;
  throw found.isDirectory() ? systemError("EISDIR") : notAFile(found);
}

function appendToCopy(root: string, file: string, size: number, text: string): void {
  const old = openFile(root, file);
  if (old === null) throw systemError("ENOENT");
  try {
    prepareCopy(root, file, old, size, text).commit();
  } finally {
    old.close();
  }
}

function endsInLine(descriptor: number, size: number): boolean {
  const last = Buffer.alloc(1);
  return size === 0 || (readSync(descriptor, last, 0, 1, size - 1) === 1 && last.toString() === "\n");
}

function unlinkIfThere(folder: Folder, name: string): void {
  try {
    unlinkSync(folder.at(name));
  } catch (error) {
    if (codeOf(error) !== "ENOENT") throw error;
  }
}

/** A failure here matters less than the error that is on its way. */
function discard(folder: Folder, temporary: string): void {
  try {
    rmSync(folder.at(temporary), { force: true });
  } catch {
    // The folder does not allow it.
  }
}

/** A name for new content. Removes what an earlier crash left beside the file first. */
function newTemporary(folder: Folder, name: string): string {
  removeAbandoned(folder, name);
  return `${temporaryPrefix(name)}${randomBytes(6).toString("hex")}.tmp`;
}

/** A name of maximum length leaves no room for more, so only its beginning is used. */
function temporaryPrefix(name: string): string {
  return `.${[...name].slice(0, 40).join("")}.`;
}

/** The writer holds the lock, so no other process still needs its prepared file. */
function removeAbandoned(folder: Folder, name: string): void {
  const prefix = temporaryPrefix(name);
  for (const entry of entriesOf(folder).entries) {
    if (!entry.name.startsWith(prefix) || !/^[0-9a-f]{12}\.tmp$/u.test(entry.name.slice(prefix.length))) continue;
    if (folder.look(entry.name)?.isFile() === true) unlinkIfThere(folder, entry.name);
  }
}

function writeAll(descriptor: number, bytes: Buffer, position: number): void {
  for (let written = 0; written < bytes.length; ) {
    written += writeSync(descriptor, bytes, written, bytes.length - written, position + written);
  }
}
