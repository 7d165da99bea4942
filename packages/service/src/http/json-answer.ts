import type { Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";

/** Codes of JSON-RPC. The last one is what the protocol's own library uses for wrong headers. */
export const PARSE_ERROR = -32700;
export const INVALID_REQUEST = -32600;
export const WRONG_HEADER = -32000;

/** Refuses a request before the server sees it, in the form that clients of JSON-RPC can read. */
export function refuse(
  c: Context,
  status: ContentfulStatusCode,
  message: string,
  { code = INVALID_REQUEST, headers }: { readonly code?: number; readonly headers?: Record<string, string> } = {},
): Response {
  return json(c, status, { jsonrpc: "2.0", error: { code, message }, id: null }, headers);
}

/** JSON with a final newline, which a terminal needs. */
export function json(
  c: Context,
  status: ContentfulStatusCode,
  body: object,
  headers: Record<string, string> = {},
): Response {
  return c.body(`${JSON.stringify(body)}\n`, status, { "content-type": "application/json", ...headers });
}
