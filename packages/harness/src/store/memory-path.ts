import type { Stats } from "node:fs";
import { UnsafePath } from "@nexus-core/service/files/unsafe-path";
import { foundAt } from "./state-file.js";

/** The memory folder, relative to the project root. */
export const MEMORY = ".nexus/memory";

/** Whether a path, relative to the project root with forward slashes, names a memory file. */
export function isMemoryFile(file: string): boolean {
  return file.startsWith(`${MEMORY}/`);
}

/**
 * The facts of a file itself, not of a link's target. Links on the way must stay in the folder.
 * @returns `outside` if a link leaves that folder; undefined if nothing is there
 * @throws the file system's error if access is denied
 */
export function foundWithin(root: string, folder: string, file: string): Stats | "outside" | undefined {
  try {
    return foundAt(root, file, { within: folder });
  } catch (thrown) {
    if (thrown instanceof UnsafePath && thrown.kind === "link") return "outside";
    throw thrown;
  }
}
