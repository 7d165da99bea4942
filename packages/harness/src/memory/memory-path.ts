import { staysInside } from "../stays-inside.js";

/** The folder of memory, from the root of the project. */
export const MEMORY = ".nexus/memory";

/** Whether a file, from the root of the project with forward slashes, is one of memory. */
export function isMemoryFile(file: string): boolean {
  return file.startsWith(`${MEMORY}/`);
}

/**
 * Whether a file of memory is really in the folder, also when links stand in its way.
 * @throws the error of the file system where nobody may look
 */
export function memoryStaysInside(root: string, file: string): boolean {
  return staysInside(root, MEMORY, file.slice(MEMORY.length + 1));
}
