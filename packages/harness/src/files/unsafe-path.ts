import type { Stats } from "node:fs";

/** `link`: a link leads where nothing may be reached. `special`: a pipe, a socket, a device or a link stands in place of a file. `size`: the file is too large. */
export type UnsafeKind = "link" | "special" | "size";

/**
 * Something below the project must not be touched. The message is the end of a sentence that begins with the name of
 * the file, such as "leads out of the project over the link .nexus/state".
 */
export class UnsafePath extends Error {
  override readonly name = "UnsafePath";

  constructor(
    readonly kind: UnsafeKind,
    message: string,
  ) {
    super(message);
  }
}

/** What stands in place of a file, as the end of a sentence. */
export function notAFile(found: Stats): UnsafePath {
  const what = found.isSymbolicLink()
    ? "a link"
    : found.isFIFO()
      ? "a pipe"
      : found.isSocket()
        ? "a socket"
        : "a device";
  return new UnsafePath("special", `is ${what}`);
}
