import { createHash } from "node:crypto";

/**
 * `sha256:` and the hash of a text with LF line ends, in UTF-8. A checkout that turned LF into CRLF hashes the same.
 */
export function hashText(text: string): string {
  return sha256(withLf(text));
}

/**
 * The hash of a body: that of its file, were it to end in exactly one line end. The rule `text/final-newline` makes
 * both equal, so a consumer may hash the raw file.
 */
export function hashBody(body: string): string {
  const text = withLf(body);
  const trimmed = text.trimEnd();
  // A text put together from two is copied before it is hashed; most bodies need no other end.
  return sha256(text.length === trimmed.length + 1 && text.endsWith("\n") ? text : `${trimmed}\n`);
}

function sha256(text: string): string {
  return `sha256:${createHash("sha256").update(text, "utf8").digest("hex")}`;
}

export function withLf(text: string): string {
  return text.replaceAll("\r\n", "\n");
}
