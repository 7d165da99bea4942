/** One reference token of a JSON pointer (RFC 6901). */
export function escapePointer(token: string | number): string {
  return typeof token === "number" ? String(token) : token.replaceAll("~", "~0").replaceAll("/", "~1");
}
