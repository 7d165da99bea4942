import { isUtf8 } from "node:buffer";
import type { IncomingHttpHeaders } from "node:http";
import type { HttpBindings } from "@hono/node-server";
import type { AuthInfo } from "@modelcontextprotocol/sdk/server/auth/types.js";
import {
  isInitializeRequest,
  type JSONRPCMessage,
  JSONRPCMessageSchema,
  SUPPORTED_PROTOCOL_VERSIONS,
} from "@modelcontextprotocol/sdk/types.js";
import type { Context, Handler } from "hono";
import { INVALID_REQUEST, json, PARSE_ERROR, refuse, WRONG_HEADER } from "./json-answer.js";
import type { Answer, SharedTransport } from "./shared-transport.js";

/** Decides whether a request is admitted at all: undefined for a request without a credential that it accepts. */
export type Authenticate = (headers: IncomingHttpHeaders) => Promise<AuthInfo | undefined>;

/**
 * The refusal of a caller who is not identified, if an answer is one: what is answered with status 401, and why, in plain
 * ASCII.
 */
export type Unidentified = (answer: Answer) => { readonly body: object; readonly reason: string } | undefined;

type NodeContext = Context<{ Bindings: HttpBindings }>;

/** As in the protocol's own library, so that one body cannot start any number of calls. */
const MAX_BATCH = 100;

/**
 * Answers POST requests of MCP's streamable HTTP with JSON, without sessions. Status codes and checks are those of the
 * protocol's own library.
 * @param authenticate who may call; anyone if absent, which leaves that decision to the server behind it
 * @param unidentified tells an answer for which HTTP has a status of its own; none if absent
 */
export function mcpHandler(
  transport: SharedTransport,
  authenticate?: Authenticate,
  unidentified?: Unidentified,
): Handler<{ Bindings: HttpBindings }> {
  return async (c) => {
    const { incoming, outgoing } = c.env;
    const { headers } = incoming;
    const authInfo = await authenticate?.(headers);
    if (authenticate !== undefined && authInfo === undefined) return unauthorized(c, headers);
    const messages = await messagesIn(c, headers);
    if (messages instanceof Response) return messages;

    const { answers, abandon } = transport.exchange(messages, {
      extra: { requestInfo: { headers }, ...(authInfo === undefined ? {} : { authInfo }) },
      credential: authInfo?.token ?? headers.authorization,
    });
    // The signal of the request would tell it too, and costs as much as the server's part of a small call.
    outgoing.once("close", abandon);
    if (outgoing.destroyed) abandon();
    const answered = await answers;
    const [first, ...more] = answered;
    if (first === undefined) return c.body(null, 202);
    const stranger = more.length === 0 ? unidentified?.(first) : undefined;
    if (stranger !== undefined) {
      return json(c, 401, stranger.body, { "www-authenticate": challenge(headers, stranger.reason) });
    }
    return c.body(JSON.stringify(more.length === 0 ? first : answered), 200, { "content-type": "application/json" });
  };
}

/** The messages of a request, or the refusal of one that the server must not see. */
async function messagesIn(c: NodeContext, headers: IncomingHttpHeaders): Promise<readonly JSONRPCMessage[] | Response> {
  const { accept = "" } = headers;
  if (!accept.includes("application/json") || !accept.includes("text/event-stream")) {
    return refuse(c, 406, "Accept both application/json and text/event-stream.", { code: WRONG_HEADER });
  }
  if (!isJson(headers["content-type"])) {
    return refuse(c, 415, "Send the body as Content-Type: application/json.", { code: WRONG_HEADER });
  }
  const body = await jsonIn(c);
  if (body === undefined) return refuse(c, 400, "The body is not valid JSON in UTF-8.", { code: PARSE_ERROR });

  const batch: readonly unknown[] = Array.isArray(body.value) ? body.value : [body.value];
  if (batch.length > MAX_BATCH) return refuse(c, 400, `Send at most ${MAX_BATCH} messages at a time.`);
  const messages: JSONRPCMessage[] = [];
  for (const each of batch) {
    const parsed = JSONRPCMessageSchema.safeParse(each);
    if (!parsed.success) return refuse(c, 400, "The body is not a message of JSON-RPC 2.0.", { code: PARSE_ERROR });
    messages.push(parsed.data);
  }
  if (messages.some(isInitializeRequest)) {
    return messages.length === 1 ? messages : refuse(c, 400, "Send initialize by itself.", { code: INVALID_REQUEST });
  }
  const version = headers["mcp-protocol-version"];
  if (version === undefined || SUPPORTED_PROTOCOL_VERSIONS.includes(String(version))) return messages;
  return refuse(c, 400, `MCP-Protocol-Version must be one of ${SUPPORTED_PROTOCOL_VERSIONS.join(", ")}.`, {
    code: WRONG_HEADER,
  });
}

/** Parameters such as a character set are allowed. A comma joins two headers, which contradict each other. */
function isJson(contentType: string | undefined): boolean {
  return contentType === "application/json" || /^\s*application\/json\s*(?:;[^,]*)?$/iu.test(contentType ?? "");
}

async function jsonIn(c: NodeContext): Promise<{ readonly value: unknown } | undefined> {
  const bytes = Buffer.from(await c.req.arrayBuffer());
  if (!isUtf8(bytes)) return undefined;
  try {
    return { value: JSON.parse(bytes.toString()) };
  } catch {
    return undefined;
  }
}

/** RFC 6750: a request without a credential is told the scheme alone, without an error. */
function challenge({ authorization }: IncomingHttpHeaders, reason?: string): string {
  if (authorization === undefined) return "Bearer";
  const described = reason === undefined ? "" : `, error_description="${reason.replaceAll(/[^ !#-[\]-~]/gu, "'")}"`;
  return `Bearer error="invalid_token"${described}`;
}

function unauthorized(c: NodeContext, headers: IncomingHttpHeaders): Response {
  const { authorization } = headers;
  const problem = authorization === undefined ? "The request has no credential" : "The credential is not accepted";
  return refuse(c, 401, `${problem}. Send Authorization: Bearer with one that this server accepts.`, {
    code: WRONG_HEADER,
    headers: { "www-authenticate": challenge(headers) },
  });
}
