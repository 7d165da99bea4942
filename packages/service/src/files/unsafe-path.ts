import type { Stats } from "node:fs";

/** `link`: a link leads to a forbidden place. `special`: a pipe, a socket, a device or a link is in place of a file. `size`: the file is too large. */
export type UnsafeKind = "link" | "special" | "size";

/**
 * A path of the project that must not be used. The message completes a sentence that begins with the name of the file,
 * such as "leads out of the project over the link .nexus/state".
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

/** Names the thing that is in place of a file. */
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
