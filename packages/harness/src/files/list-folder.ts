import { isUtf8 } from "node:buffer";
import { type Dirent, opendirSync } from "node:fs";
import type { Folder } from "./folder.js";
import { locate } from "./place.js";

/** What stands in a folder. */
export interface Entry {
  /** From the folder that was listed, with forward slashes. */
  readonly name: string;
  readonly kind: "file" | "folder" | "link" | "socket" | "other";
  /** The bytes of a name that is no UTF-8, which {@link name} does not find. */
  readonly raw?: Buffer;
}

export interface Listing {
  readonly entries: readonly Entry[];
  /** Whether there was more than is ever listed. */
  readonly isCut: boolean;
}

export interface ListOptions {
  /** Whether folders in it are listed as well, up to 32 deep. */
  readonly recursive?: boolean;
  /** How many entries there may be; 10,000 where absent. */
  readonly most?: number;
  /** Whether a link may lead into `.git`. */
  readonly inGit?: boolean;
}

/** More than any project has; what was planted to keep the harness busy ends here. */
const MOST_ENTRIES = 10_000;
const DEEPEST = 32;

const NOTHING: Listing = { entries: [], isCut: false };

/**
 * What is in a folder of the project. Links in it are listed and not followed.
 * @param path from the root of the project
 * @returns nothing where there is no folder
 * @throws UnsafePath for a link that leaves the project, or the error of the file system
 */
export function listFolder(
  root: string,
  path: string,
  { recursive = false, most = MOST_ENTRIES, inGit = false }: ListOptions = {},
): Listing {
  const place = locate(root, `${path}/.`, { mayEnterGit: inGit });
  if (place === undefined) return NOTHING;
  try {
    return recursive ? listDeep(place.folder, most) : entriesOf(place.folder, most);
  } finally {
    place.close();
  }
}

/** What is in an open folder, in the order of the file system. */
export function entriesOf(folder: Folder, most: number = MOST_ENTRIES): Listing {
  const entries: Entry[] = [];
  // Each byte as a character, since not every name is UTF-8.
  const stream = opendirSync(folder.at("."), { encoding: "latin1" });
  try {
    for (let entry = stream.readSync(); entry !== null; entry = stream.readSync()) {
      if (entries.length === most) return { entries, isCut: true };
      entries.push(entryOf(entry));
    }
    return { entries, isCut: false };
  } finally {
    stream.closeSync();
  }
}

function listDeep(top: Folder, most: number): Listing {
  const entries: Entry[] = [];
  let isCut = false;
  const visit = (folder: Folder, prefix: string, depth: number): void => {
    const found = entriesOf(folder, most - entries.length);
    isCut ||= found.isCut;
    const folders = found.entries.filter(({ kind }) => kind === "folder");
    for (const { name, kind } of found.entries) entries.push({ name: prefix + name, kind });
    for (const { name } of folders) {
      if (depth === DEEPEST) isCut = true;
      else visitChild(folder, name, prefix, depth);
    }
  };
  const visitChild = (folder: Folder, name: string, prefix: string, depth: number): void => {
    const child = folder.child(name);
    // It has become something else since it was listed.
    if (child === undefined) return;
    try {
      visit(child, `${prefix}${name}/`, depth + 1);
    } finally {
      child.close();
    }
  };
  visit(top, "", 0);
  return { entries, isCut };
}

function entryOf(found: Dirent): Entry {
  const raw = Buffer.from(found.name, "latin1");
  const entry = { name: raw.toString("utf8"), kind: kindOf(found) };
  return isUtf8(raw) ? entry : { ...entry, raw };
}

function kindOf(entry: Dirent): Entry["kind"] {
  if (entry.isFile()) return "file";
  if (entry.isDirectory()) return "folder";
  if (entry.isSymbolicLink()) return "link";
  return entry.isSocket() ? "socket" : "other";
}
