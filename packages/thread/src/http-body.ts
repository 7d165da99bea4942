import type { IncomingMessage } from "node:http";

/** What came in the body of a request, or why it cannot be used. */
export type Body =
  | { readonly kind: "json"; readonly value: unknown }
  | { readonly kind: "too-large" }
  | { readonly kind: "no-json" }
  | { readonly kind: "aborted" };

/** Reads a body of JSON and gives up as soon as it is longer than the limit, whatever its headers say. */
export async function readBody(request: IncomingMessage, limit: number): Promise<Body> {
  if (Number(request.headers["content-length"] ?? 0) > limit) return { kind: "too-large" };
  const pieces: Buffer[] = [];
  let length = 0;
  try {
    for await (const piece of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      length += piece.length;
      if (length > limit) return { kind: "too-large" };
      pieces.push(piece);
    }
  } catch {
    return { kind: "aborted" };
  }
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(pieces));
    return { kind: "json", value: JSON.parse(text) };
  } catch {
    return { kind: "no-json" };
  }
}
