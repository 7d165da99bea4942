/** What lies below a folder of a project that may be hostile: nothing is followed, and nothing is opened. */

import { type Dirent, lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { NexusError } from "../../base/errors.js";
import { unreadable } from "../../base/read-text.js";
import { shownPath } from "../../base/shown-path.js";
import type { Entry } from "./inspection.js";

/** More than a project can need, and few enough to hold in memory. */
const MOST_ENTRIES = 500_000;

/**
 * The folder and everything in it, sorted by path; undefined where it does not exist.
 * @throws NexusError NXC_FILE_UNREADABLE for a folder that cannot be listed, NXC_INSPECT_MANY
 */
export function entriesBelow(root: string, folder: string): readonly Entry[] | undefined {
  const top = lstatSync(join(root, folder), { throwIfNoEntry: false });
  if (top === undefined) return undefined;
  const entries: Entry[] = [{ path: folder, kind: kindOf(top), bytes: 0 }];
  const open = top.isDirectory() ? [folder] : [];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const found of listed(root, next)) {
      const path = `${next}/${found.name}`;
      const kind = kindOf(found);
      const bytes = kind === "file" ? (lstatSync(join(root, path), { throwIfNoEntry: false })?.size ?? 0) : 0;
      entries.push({ path, kind, bytes });
      if (kind === "folder") open.push(path);
    }
    if (entries.length > MOST_ENTRIES)
      throw NexusError.of("NXC_INSPECT_MANY", { most: String(MOST_ENTRIES) }, shownPath(join(root, folder)));
  }
  return entries.sort((a, b) => (a.path < b.path ? -1 : 1));
}

function listed(root: string, folder: string): readonly Dirent[] {
  const path = join(root, folder);
  try {
    return readdirSync(path, { withFileTypes: true });
  } catch (thrown) {
    // It may have gone in the meantime.
    if ((thrown as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw unreadable(thrown, "folder", shownPath(path));
  }
}

function kindOf(found: Pick<Dirent, "isFile" | "isDirectory" | "isSymbolicLink">): Entry["kind"] {
  if (found.isSymbolicLink()) return "link";
  if (found.isDirectory()) return "folder";
  return found.isFile() ? "file" : "special";
}
