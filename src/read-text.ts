import { readFileSync } from "node:fs";
import { NexusError, reasonOf } from "./errors.js";

/**
 * Reads a text file that a user named or that this package ships.
 * @param kind what the file is, for the error
 * @param shown the path as the user knows it
 * @throws NexusError NXC_FILE_NOT_FOUND or NXC_FILE_UNREADABLE
 */
export function readText(path: string, kind: string, shown: string = path): string {
  try {
    return readFileSync(path, "utf8");
  } catch (thrown) {
    const code = (thrown as NodeJS.ErrnoException).code;
    if (code === "ENOENT" || code === "ENOTDIR") throw NexusError.of("NXC_FILE_NOT_FOUND", { kind }, shown, thrown);
    throw NexusError.of("NXC_FILE_UNREADABLE", { kind, reason: code ?? reasonOf(thrown) }, shown, thrown);
  }
}
