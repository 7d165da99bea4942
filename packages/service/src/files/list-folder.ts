import { isUtf8 } from "node:buffer";
import { type Dirent, opendirSync } from "node:fs";
import type { Folder } from "./folder.js";
import { locate } from "./place.js";

/** One entry of a folder. */
export interface Entry {
  /** Relative to the folder that was listed, with forward slashes. */
  readonly name: string;
  readonly kind: "file" | "folder" | "link" | "socket" | "other";
  /** The bytes of a name that is not UTF-8. {@link name} does not lead to such an entry. */
  readonly raw?: Buffer;
}

export interface Listing {
  readonly entries: readonly Entry[];
  /** Whether there were more entries than the limit. */
  readonly isCut: boolean;
}

export interface ListOptions {
  /** Also lists folders below it, up to 32 levels deep. */
  readonly recursive?: boolean;
  /** Limit of entries; 10,000 where absent. */
  readonly most?: number;
  /** A link may lead into `.git`. */
  readonly inGit?: boolean;
}

/** More than any project has. Files that were planted to keep a server busy end here. */
const MOST_ENTRIES = 10_000;
const DEEPEST = 32;

const NOTHING: Listing = { entries: [], isCut: false };

/**
 * The entries of a folder of the project. Links in it are listed and not followed.
 * @param path relative to the root of the project
 * @returns an empty listing where there is no folder
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

/** The entries of an open folder, in the order of the file system. */
export function entriesOf(folder: Folder, most: number = MOST_ENTRIES): Listing {
  const entries: Entry[] = [];
  // latin1 keeps each byte, since not every name is UTF-8.
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
    // The entry has been replaced since it was listed.
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
