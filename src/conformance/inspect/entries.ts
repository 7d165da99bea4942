/** What lies below a folder of a project that may be hostile: nothing is followed, and nothing is opened. */

import { type Dirent, lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { NexusError } from "../../base/errors.js";
import { shownPath } from "../../base/shown-path.js";
import type { Entry } from "./inspection.js";

/** More than a project can need, and few enough to hold in memory. */
const MOST_ENTRIES = 500_000;

/**
 * The folder and everything in it, sorted by path; undefined where it does not exist.
 * @throws NexusError NXC_INSPECT_MANY
 */
export function entriesBelow(root: string, folder: string): readonly Entry[] | undefined {
  const top = lstatSync(join(root, folder), { throwIfNoEntry: false });
  if (top === undefined) return undefined;
  if (!top.isDirectory()) return [{ path: folder, kind: top.isSymbolicLink() ? "link" : "special" }];
  const entries: Entry[] = [];
  const open = [folder];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const found = listed(join(root, next));
    entries.push({ path: next, kind: found === undefined ? "closed" : "folder" });
    for (const each of found ?? []) {
      const path = `${next}/${each.name}`;
      const kind = kindOf(each);
      if (kind === "folder") open.push(path);
      else entries.push(kind === "file" ? { path, kind, bytes: sizeOf(join(root, path)) } : { path, kind });
    }
    if (entries.length > MOST_ENTRIES)
      throw NexusError.of("NXC_INSPECT_MANY", { most: String(MOST_ENTRIES) }, shownPath(join(root, folder)));
  }
  return entries.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Undefined where the folder cannot be read; without entries where it has gone in the meantime. */
function listed(path: string): readonly Dirent[] | undefined {
  try {
    return readdirSync(path, { withFileTypes: true });
  } catch (thrown) {
    return (thrown as NodeJS.ErrnoException).code === "ENOENT" ? [] : undefined;
  }
}

function sizeOf(path: string): number | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.size;
  } catch {
    return undefined;
  }
}

function kindOf(found: Pick<Dirent, "isFile" | "isDirectory" | "isSymbolicLink">): Entry["kind"] {
  if (found.isSymbolicLink()) return "link";
  if (found.isDirectory()) return "folder";
  return found.isFile() ? "file" : "special";
}
