import { once } from "node:events";
import { createServer, type Server as NodeServer } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { createAdaptorServer, type HttpBindings } from "@hono/node-server";
import type { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { Hono } from "hono";
import { cors } from "hono/cors";
import { secureHeaders } from "hono/secure-headers";
import { reasonOf } from "nexus-core/base";
import { bodyLimit } from "./body-limit.js";
import { json, refuse } from "./json-answer.js";
import { type Authenticate, mcpHandler, type Unidentified } from "./mcp-handler.js";
import { sameSite } from "./same-site.js";
import { SharedTransport } from "./shared-transport.js";

export type { Unidentified };

/** What is served. */
export interface HttpService {
  /** Answers all MCP requests. It must not be connected to anything else, and must keep nothing about a client. */
  readonly server: Server;
  readonly version: string;
  /** Paths begin with it: `/v1` gives `/v1/mcp` and `/v1/health`. */
  readonly prefix: string;
  readonly maxBodyBytes: number;
  /** Fails when the service cannot answer calls. */
  checkHealth(): Promise<unknown>;
  /** Further routes on the same port, behind the same guard and limits. */
  readonly routes?: Hono<{ Bindings: HttpBindings }>;
  /** Decides which MCP requests are admitted. If absent, all are, and the server decides by itself. */
  readonly authenticate?: Authenticate;
  /** Tells answers to callers who are not identified, which get status 401. */
  readonly unidentified?: Unidentified;
}

/** Where it is served, to whom, and within which limits. */
export interface HttpOptions {
  /** 127.0.0.1 if absent: this machine alone. */
  readonly host?: string;
  /** A free one if absent or 0. */
  readonly port?: number;
  /** Further names that the server is reached by, such as that of a proxy in front of it, without a port. */
  readonly names?: readonly string[];
  /** Origins of web pages that may call it, such as `http://localhost:6274`; only its own if absent. */
  readonly origins?: readonly string[];
  /** Reports an internal error to the person who runs the server. */
  readonly note?: (text: string) => void;
  /** Further connections are closed at once. 1000 if absent. */
  readonly maxConnections?: number;
  readonly timeLimits?: TimeLimits;
}

/** In milliseconds. */
export interface TimeLimits {
  /** How long a client may take for its headers. */
  readonly headers: number;
  /** How long a client may take for its headers and body. */
  readonly request: number;
  /** How often both are checked. */
  readonly check: number;
}

export interface RunningHttp {
  /** The URL of the MCP endpoint. */
  readonly url: string;
  /** Refuses new requests, waits up to five seconds for the running ones, and closes all connections. */
  close(): Promise<void>;
}

const LOOPBACK = "127.0.0.1";
const MAX_CONNECTIONS = 1000;

/** Node checks its limits every 30 seconds by default, so a limit of 10 would act after 40. */
const TIME_LIMITS: TimeLimits = { headers: 10_000, request: 30_000, check: 1000 };

/** Longer than clients keep an idle connection: the side that closes first loses no request. */
const KEEP_ALIVE_MS = 65_000;
const STOP_MS = 5_000;

/** Serves MCP, health and further routes on one port. */
export async function serveHttp(service: HttpService, options: HttpOptions = {}): Promise<RunningHttp> {
  const { host = LOOPBACK, port = 0, maxConnections = MAX_CONNECTIONS, timeLimits = TIME_LIMITS } = options;
  const transport = new SharedTransport();
  await service.server.connect(transport);
  const node = createAdaptorServer({
    fetch: (request, env) => app.fetch(request, env),
    createServer,
    serverOptions: {
      headersTimeout: timeLimits.headers,
      requestTimeout: timeLimits.request,
      connectionsCheckingInterval: timeLimits.check,
      keepAliveTimeout: KEEP_ALIVE_MS,
    },
  }) as NodeServer;
  node.maxConnections = maxConnections;
  const sockets = new Set<Socket>();
  node.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  node.listen(port, host);
  await once(node, "listening");
  const address = node.address() as AddressInfo;
  // The guard needs the port, which is known only now.
  const app = httpApp(service, transport, { ...options, host, port: address.port });
  const shown = address.family === "IPv6" ? `[${address.address}]` : address.address;
  return {
    url: `http://${shown}:${address.port}${service.prefix}/mcp`,
    close: async () => {
      await stop(node, sockets);
      await service.server.close();
    },
  };
}

function httpApp(
  { version, prefix, maxBodyBytes, checkHealth, routes, authenticate, unidentified }: HttpService,
  transport: SharedTransport,
  {
    host,
    port,
    names = [],
    origins = [],
    note = () => {},
  }: HttpOptions & { readonly host: string; readonly port: number },
): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>();
  const guard = sameSite({ host, port, names, origins });
  const mcp = `${prefix}/mcp`;
  const health = `${prefix}/health`;

  // TLS is up to a proxy in front, and so is telling browsers to insist on it.
  app.use(secureHeaders({ strictTransportSecurity: false }));
  // Browsers ask before a page of another origin may call. The guard has decided by then which ones may.
  const allowPage = cors({ origin: (origin) => origin, exposeHeaders: ["www-authenticate"] });
  app.use(async (c, next) => {
    const origin = c.req.header("origin");
    if (guard.allows({ host: c.req.header("host"), origin })) return origin === undefined ? next() : allowPage(c, next);
    return refuse(c, 403, "This server is not meant to be reached under that host or from that origin.");
  });
  app.use(bodyLimit(maxBodyBytes));

  app.get(health, async (c) => {
    try {
      await checkHealth();
      return json(c, 200, { status: "ok", version });
    } catch (thrown) {
      return json(c, 503, { status: "unavailable", version, reason: reasonOf(thrown) });
    }
  });
  app.all(health, (c) => refuse(c, 405, "Use GET.", { headers: { allow: "GET, HEAD" } }));
  app.post(mcp, mcpHandler(transport, authenticate, unidentified));
  app.all(mcp, (c) =>
    refuse(c, 405, "Use POST: this server sends nothing by itself and keeps no sessions.", {
      headers: { allow: "POST" },
    }),
  );
  if (routes !== undefined) app.route("/", routes);

  app.notFound((c) => refuse(c, 404, `There is nothing here. MCP is at ${mcp}.`));
  app.onError((thrown, c) => {
    // A client that went away in the middle of its body is no fault of the server.
    if (!c.env.outgoing.destroyed) note(reasonOf(thrown));
    return refuse(c, 500, "The service could not answer. Its log says why.");
  });
  return app;
}

async function stop(node: NodeServer, sockets: ReadonlySet<Socket>): Promise<void> {
  const closed = once(node, "close");
  node.close();
  const patience = setTimeout(() => node.closeAllConnections(), STOP_MS);
  const sweep = setInterval(() => {
    // A client keeps its connection for a next request, which would not be accepted any more.
    node.closeIdleConnections();
    // Node counts a connection as busy until its first request has ended, even if none has begun.
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
  }, 50);
  await closed;
  clearTimeout(patience);
  clearInterval(sweep);
}
