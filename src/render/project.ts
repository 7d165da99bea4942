/** The folder that is rendered into. It may be a clone of somebody's repository, so no link in it is followed. */

import { lstatSync, mkdirSync, readdirSync, rmdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { NexusError } from "../base/errors.js";
import { readText } from "../base/read-text.js";
import { unwritable, writeText } from "../base/write-text.js";

/**
 * @param folders those on the way that were looked at a moment ago
 * @throws NexusError NXC_RENDER_PLACE for a link on the way, and for anything at the path but a file or nothing
 */
function isFileAt(root: string, path: string, folders: Set<string> = new Set()): boolean {
  const parts = path.split("/");
  for (const [index] of parts.entries()) {
    const below = parts.slice(0, index + 1).join("/");
    if (folders.has(below)) continue;
    const found = lstatSync(join(root, below), { throwIfNoEntry: false });
    if (found === undefined) return false;
    const isLast = index === parts.length - 1;
    if (isLast && found.isFile()) return true;
    if (!isLast && found.isDirectory()) {
      folders.add(below);
      continue;
    }
    const kind = found.isSymbolicLink() ? "a link" : isLast ? "no regular file" : "no folder";
    throw NexusError.of("NXC_RENDER_PLACE", { kind }, below);
  }
  return true;
}

/** The text of a file, or undefined where there is none. @throws NexusError NXC_RENDER_PLACE */
export function textAt(root: string, path: string, folders?: Set<string>): string | undefined {
  return isFileAt(root, path, folders) ? readText(join(root, path), "file", path) : undefined;
}

/** @throws NexusError NXC_RENDER_PLACE or NXC_FILE_UNWRITABLE */
export function writeAt(root: string, path: string, text: string): void {
  isFileAt(root, path);
  try {
    mkdirSync(dirname(join(root, path)), { recursive: true });
  } catch (thrown) {
    throw unwritable("file", path, thrown);
  }
  writeText(join(root, path), text, "file", path);
}

/** Removes a file, and the folders that are empty without it. */
export function removeAt(root: string, path: string): void {
  isFileAt(root, path);
  try {
    rmSync(join(root, path));
  } catch (thrown) {
    throw unwritable("file", path, thrown);
  }
  let folder = dirname(path);
  while (folder !== "." && readdirSync(join(root, folder)).length === 0) {
    rmdirSync(join(root, folder));
    folder = dirname(folder);
  }
}
