import type { MiddlewareHandler } from "hono";
import { bodyLimit as streamLimit } from "hono/body-limit";
import { refuse } from "./json-answer.js";

/**
 * Refuses bodies that are too large. A body that declares its length is refused unread; the HTTP parser holds it to
 * that length. Any other body is counted while it is read. The library would read both as a stream, which takes three
 * times as long as all the rest of a small call.
 */
export function bodyLimit(maxBytes: number): MiddlewareHandler {
  const tooLarge: Parameters<typeof streamLimit>[0]["onError"] = (c) =>
    // The unread rest of the body would be taken for the next request.
    refuse(c, 413, `The body is larger than ${maxBytes} bytes. Send less at a time.`, {
      headers: { connection: "close" },
    });
  const counted = streamLimit({ maxSize: maxBytes, onError: tooLarge });
  return async (c, next) => {
    if (c.req.header("transfer-encoding") !== undefined) return counted(c, next);
    return Number(c.req.header("content-length") ?? 0) > maxBytes ? tooLarge(c) : next();
  };
}
