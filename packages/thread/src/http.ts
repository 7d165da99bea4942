/**
 * A thread service over streamable HTTP: MCP at `/v1/mcp`, and `/v1/health` for who watches it.
 * @packageDocumentation
 */

import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import { readBody } from "./http-body.js";
import { bearerToken, createMcpServer } from "./mcp.js";
import { version } from "./package-info.js";
import { sameSite } from "./same-site.js";
import type { ThreadService } from "./thread-service.js";

export interface HttpOptions {
  /** 127.0.0.1 where absent: this machine alone. */
  readonly host?: string;
  /** One that is free where absent or 0. */
  readonly port?: number;
  /** Further names that the server is reached by, such as that of a proxy before it, without a port. */
  readonly names?: readonly string[];
  /** Origins of web pages that may call it, such as `http://localhost:6274`; none but its own where absent. */
  readonly origins?: readonly string[];
  /** Says what went wrong inside, for the person who runs it. */
  readonly note?: (text: string) => void;
}

export interface RunningHttp {
  /** Of the MCP endpoint. */
  readonly url: string;
  /** Takes no new request, answers those that it has for five seconds at most, and is over. */
  close(): Promise<void>;
}

/** A message of 65,536 characters in JSON is shorter even if each of them is escaped. */
export const LONGEST_BODY = 1024 * 1024;
const PATIENCE_MS = 5_000;

/** Longer than clients keep a connection that they do not use: who closes it first loses no request. */
const KEEP_ALIVE_MS = 65_000;
const LOOPBACK = "127.0.0.1";

/** The service as a web server that listens. */
export async function serveHttp(service: ThreadService, options: HttpOptions = {}): Promise<RunningHttp> {
  const { host = LOOPBACK, port = 0, names = [], origins = [], note = () => {} } = options;
  const http = createServer(
    { requestTimeout: 30_000, headersTimeout: 10_000, keepAliveTimeout: KEEP_ALIVE_MS },
    (request, response) => {
      answer(service, guard.allows(request.headers), request, response).catch((thrown) => {
        note(thrown instanceof Error ? thrown.message : String(thrown));
        refuse(response, 500, "The service could not answer. Its log says why.");
      });
    },
  );
  http.on("clientError", (_error, socket) => {
    if (socket.writable) socket.end("HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
  });
  http.listen(port, host);
  await once(http, "listening");
  const address = http.address() as AddressInfo;
  const guard = sameSite({ host, port: address.port, names, origins });
  const shown = address.family === "IPv6" ? `[${address.address}]` : address.address;
  return { url: `http://${shown}:${address.port}/v1/mcp`, close: () => stop(http) };
}

async function answer(
  service: ThreadService,
  isAllowed: boolean,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const path = (request.url ?? "").split("?", 1)[0];
  if (!isAllowed) {
    return refuse(response, 403, "This server is not meant to be reached under that host or from that origin.");
  }
  if (path === "/v1/health") {
    if (request.method !== "GET" && request.method !== "HEAD") return refuse(response, 405, "Use GET.", "GET, HEAD");
    return health(service, response);
  }
  if (path !== "/v1/mcp") return refuse(response, 404, "There is nothing here; MCP is at /v1/mcp.");
  if (request.method !== "POST") {
    return refuse(response, 405, "Use POST; this server sends nothing by itself and keeps no sessions.", "POST");
  }
  const body = await readBody(request, LONGEST_BODY);
  switch (body.kind) {
    case "too-large":
      return refuse(response, 413, `The body is larger than ${LONGEST_BODY} bytes. Send less at a time.`);
    case "no-json":
      return refuse(response, 400, "The body is not valid JSON in UTF-8.", undefined, -32700);
    case "aborted":
      return;
    case "json":
      return mcp(service, body.value, request, response);
  }
}

/** Each request has a server of its own; the service behind them is the same. */
async function mcp(
  service: ThreadService,
  parsedBody: unknown,
  { headers }: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  response.on("close", () => void transport.close());
  await createMcpServer(service, bearerToken).connect(transport);
  const passedOn = ["accept", "authorization", "content-type", "mcp-protocol-version"].flatMap((name) => {
    const value = headers[name];
    return typeof value === "string" ? [[name, value] as [string, string]] : [];
  });
  const request = new Request(`http://${LOOPBACK}/v1/mcp`, { method: "POST", headers: passedOn });
  const answered = await transport.handleRequest(request, { parsedBody });
  const text = await answered.text();
  response.writeHead(answered.status, {
    ...Object.fromEntries(answered.headers),
    "content-length": Buffer.byteLength(text),
  });
  response.end(text);
}

async function health(service: ThreadService, response: ServerResponse): Promise<void> {
  try {
    // It has to ask the store.
    await service.nextWakeAt();
    send(response, 200, { status: "ok", version });
  } catch (thrown) {
    send(response, 503, { status: "unavailable", version, reason: thrown instanceof Error ? thrown.message : "" });
  }
}

function refuse(response: ServerResponse, status: number, message: string, allow?: string, code = -32600): void {
  if (allow !== undefined) response.setHeader("allow", allow);
  // The rest of a body that nobody reads would be taken for the next request.
  if (status === 413) response.setHeader("connection", "close");
  send(response, status, { jsonrpc: "2.0", error: { code, message }, id: null });
}

function send(response: ServerResponse, status: number, body: object): void {
  if (response.headersSent) return;
  const text = `${JSON.stringify(body)}\n`;
  response.writeHead(status, { "content-type": "application/json", "content-length": Buffer.byteLength(text) });
  response.end(text);
}

async function stop(http: Server): Promise<void> {
  const closed = once(http, "close");
  http.close();
  const patience = setTimeout(() => http.closeAllConnections(), PATIENCE_MS);
  // A client keeps its connection for a next request, which would not be taken any more.
  const sweep = setInterval(() => http.closeIdleConnections(), 50);
  await closed;
  clearTimeout(patience);
  clearInterval(sweep);
}
