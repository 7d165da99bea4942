import type { Stats } from "node:fs";
import { UnsafePath } from "@nexus-core/service/files/unsafe-path";
import { foundAt } from "./state-file.js";

/** The folder of memory, from the root of the project. */
export const MEMORY = ".nexus/memory";

/** Whether a file, from the root of the project with forward slashes, is one of memory. */
export function isMemoryFile(file: string): boolean {
  return file.startsWith(`${MEMORY}/`);
}

/**
 * What a file of memory is by itself. Links between it and the folder of memory may not leave that folder.
 * @returns `outside` where one does; undefined where nothing is there
 * @throws the error of the file system where access is denied
 */
export function memoryAt(root: string, file: string): Stats | "outside" | undefined {
  try {
    return foundAt(root, file, { within: MEMORY });
  } catch (thrown) {
    if (thrown instanceof UnsafePath && thrown.kind === "link") return "outside";
    throw thrown;
  }
}
