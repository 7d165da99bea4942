import { readFileSync } from "node:fs";
import { NexusError } from "./errors.js";
import { isUtf16 } from "./is-utf16.js";
import { reasonOf } from "./reason-of.js";

/**
 * Reads a text file that a user named or that this package ships.
 * @param kind what the file is, for the error
 * @param shown the path as the user knows it
 * @throws NexusError NXC_FILE_NOT_FOUND, and what {@link unreadable} and {@link textOf} name
 */
export function readText(path: string, kind: string, shown: string = path): string {
  try {
    return textOf(readFileSync(path), kind, shown);
  } catch (thrown) {
    throw unreadable(thrown, kind, shown);
  }
}

/**
 * The text of bytes in UTF-8.
 * @throws NexusError NXC_FILE_UTF16, since such text would be taken for an empty one, or for one without a report
 */
export function textOf(bytes: Buffer, kind: string, shown: string): string {
  if (isUtf16(bytes)) throw NexusError.of("NXC_FILE_UTF16", { kind }, shown);
  return bytes.toString("utf8");
}

/** What kept something from being read, with the remedy that fits: permissions help neither a folder nor a large file. */
export function unreadable(thrown: unknown, kind: string, shown: string): NexusError {
  if (thrown instanceof NexusError) return thrown;
  const { code } = thrown as NodeJS.ErrnoException;
  switch (code) {
    case "ENOENT":
    case "ENOTDIR":
      return NexusError.of("NXC_FILE_NOT_FOUND", { kind }, shown, thrown);
    case "EISDIR":
      return NexusError.of("NXC_FILE_IS_FOLDER", { kind }, shown, thrown);
    case "ERR_STRING_TOO_LONG":
    case "ERR_FS_FILE_TOO_LARGE":
      return NexusError.of("NXC_FILE_TOO_LARGE", { kind }, shown, thrown);
    default:
      return NexusError.of("NXC_FILE_UNREADABLE", { kind, reason: code ?? reasonOf(thrown) }, shown, thrown);
  }
}
