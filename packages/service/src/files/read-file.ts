import { isUtf8 } from "node:buffer";
import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import type { Folder } from "./folder.js";
import { locate, type Place, type PlaceOptions } from "./place.js";
import { codeOf, systemError } from "./system-error.js";
import { notAFile, UnsafePath } from "./unsafe-path.js";

const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;

/** Limit for small files: the head of a repository, an index, configuration. */
export const SMALL_BYTES = 64 * 1024;

/** Limit for every other file that is read whole. */
export const LARGE_BYTES = 16 * 1024 * 1024;

/** A regular file of the project, open for reading. */
export interface OpenFile {
  readonly descriptor: number;
  /** A path to this very file, even if another takes its name. */
  readonly path: string;
  /** Whether a link was followed on the way. Messages must not quote the file then. */
  readonly isLinked: boolean;
  close(): void;
}

export interface FoundBytes {
  readonly bytes: Buffer;
  /** Whether a link was followed on the way. Messages must not quote the file then. */
  readonly isLinked: boolean;
}

export interface FoundText {
  readonly text: string;
  /** Whether the file is UTF-8. Otherwise the text lacks some of its bytes and must not replace the file. */
  readonly isUtf8: boolean;
  /** Whether a link was followed on the way. Messages must not quote the file then. */
  readonly isLinked: boolean;
}

/**
 * Opens a regular file of the project. Never blocks, not even on a pipe.
 * @param file relative to the root of the project
 * @returns null where nothing is there
 * @throws UnsafePath for a link that leaves the project and for anything but a file, or the error of the file system
 */
export function openFile(root: string, file: string, options: PlaceOptions = {}): OpenFile | null {
  const place = locate(root, file, { ...options, follow: true });
  if (place === undefined) return null;
  try {
    const descriptor = openRegular(place.folder, place.name);
    return descriptor === undefined ? null : opened(place, descriptor);
  } finally {
    place.close();
  }
}

/**
 * The text of a file of the project.
 * @param most limit in bytes
 * @returns null where nothing is there
 * @throws UnsafePath and the error of the file system, as {@link openFile} does
 */
export function readText(root: string, file: string, most: number, options: PlaceOptions = {}): FoundText | null {
  const found = readBytes(root, file, most, options);
  if (found === null) return null;
  const { bytes, isLinked } = found;
  return { text: bytes.toString("utf8"), isUtf8: isUtf8(bytes), isLinked };
}

/** The bytes of a file of the project; otherwise like {@link readText}. */
export function readBytes(root: string, file: string, most: number, options: PlaceOptions = {}): FoundBytes | null {
  const found = openFile(root, file, options);
  if (found === null) return null;
  try {
    return { bytes: readAtMost(found.descriptor, most), isLinked: found.isLinked };
  } finally {
    found.close();
  }
}

/** @returns undefined where nothing is there */
export function openRegular(folder: Folder, name: string, flags: number = O_RDONLY): number | undefined {
  const found = folder.look(name);
  if (found === undefined) return undefined;
  if (found.isDirectory()) throw systemError("EISDIR");
  if (!found.isFile()) throw notAFile(found);
  let descriptor: number;
  try {
    descriptor = openSync(folder.at(name), flags | O_NOFOLLOW | O_NONBLOCK);
  } catch (error) {
    if (codeOf(error) === "ELOOP") throw new UnsafePath("special", "is a link");
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
  // The file may have been replaced since the check.
  const stats = fstatSync(descriptor);
  if (stats.isFile()) return descriptor;
  closeSync(descriptor);
  throw notAFile(stats);
}

/**
 * All bytes of an open file.
 * @throws UnsafePath where the file has more than `most` bytes
 */
export function readAtMost(descriptor: number, most: number): Buffer {
  const bytes = Buffer.allocUnsafe(Math.min(fstatSync(descriptor).size, most) + 1);
  const pieces: Buffer[] = [];
  let total = 0;
  for (;;) {
    const length = readSync(descriptor, bytes, 0, bytes.length, total);
    if (length === 0) return Buffer.concat(pieces);
    total += length;
    if (total > most) throw new UnsafePath("size", `holds more than ${shownSize(most)}`);
    pieces.push(Buffer.from(bytes.subarray(0, length)));
  }
}

function opened({ folder, name, isLinked }: Place, descriptor: number): OpenFile {
  const ownPath = folder.isDescriptor ? `/proc/self/fd/${descriptor}` : folder.at(name);
  return { descriptor, path: ownPath, isLinked, close: () => closeSync(descriptor) };
}

function shownSize(bytes: number): string {
  return bytes < 1024 * 1024 ? `${bytes / 1024} KiB` : `${bytes / 1024 / 1024} MiB`;
}
