/** One reference token of a JSON pointer (RFC 6901). */
export function escapePointer(token: string | number): string {
  return typeof token === "number" ? String(token) : token.replaceAll("~", "~0").replaceAll("/", "~1");
}

/** The reference tokens of a JSON pointer as plain names and indexes. */
export function pointerTokens(pointer: string): readonly string[] {
  return pointer
    .split("/")
    .slice(1)
    .map((token) => (token.includes("~") ? token.replaceAll("~1", "/").replaceAll("~0", "~") : token));
}
