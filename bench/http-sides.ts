/**
 * The sides of `npm run bench:http`, each a process of its own so that its CPU time can be told from the clients': our
 * HTTP with a kept MCP server, the protocol's own library with a server for each request, and a kept server that is
 * called without HTTP.
 */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { CallToolRequestSchema, type CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { serveHttp } from "@nexus-core/service/http/serve-http";
import { createMcpServer } from "@nexus-core/service/mcp/create-mcp-server";

export type Kind = "service" | "library" | "direct";

/** From a side to the clients. */
export type Told =
  | { readonly url: string }
  | { readonly cpuMicros: number }
  | { readonly calls: number; readonly cpuMicros: number };

/** From the clients to a side: tell the CPU time that was used, or make calls for so many milliseconds. */
export type Asked = { readonly what: "cpu" } | { readonly what: "call"; readonly forMs: number };

export const MESSAGE = {
  jsonrpc: "2.0",
  id: 1,
  method: "tools/call",
  params: { name: "echo", arguments: { text: "The second review found what the first one left open." } },
} as const;

if (process.argv[1] === fileURLToPath(import.meta.url)) await run(process.argv[2] as Kind);

async function run(kind: Kind): Promise<void> {
  // Its clients have ended.
  process.once("disconnect", () => process.exit());
  const call = kind === "direct" ? await directly() : undefined;
  process.on("message", async (asked: Asked) => {
    if (asked.what === "cpu") tell({ cpuMicros: cpuMicros() });
    else if (call !== undefined) tell(await callFor(asked.forMs, call));
  });
  tell({ url: kind === "service" ? await ours() : kind === "library" ? await library() : "" });
}

function tell(told: Told): void {
  process.send?.(told);
}

function cpuMicros(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}

function echoServer(): Server {
  const server = new Server({ name: "bench", version: "1" }, { capabilities: { tools: {} } });
  server.setRequestHandler(CallToolRequestSchema, ({ params }): CallToolResult => {
    const answer = { text: String(params.arguments?.["text"]) };
    return { content: [{ type: "text", text: JSON.stringify(answer) }], structuredContent: answer };
  });
  return server;
}

async function ours(): Promise<string> {
  const running = await serveHttp({
    server: createMcpServer({
      name: "bench",
      version: "1",
      instructions: "",
      tools: [
        {
          name: "echo",
          description: "Answers with its text.",
          input: { type: "object" },
          output: { type: "object" },
          annotations: {},
          run: async (params) => ({ text: String((params as { readonly text: string }).text) }),
        },
      ],
      note: (line) => void process.stderr.write(`${line}\n`),
    }),
    version: "1",
    prefix: "/v1",
    maxBodyBytes: 1024 * 1024,
    checkHealth: async () => {},
  });
  return running.url;
}

/** As its documentation shows a server without sessions. */
async function library(): Promise<string> {
  const http = createServer(async (request, response) => {
    const server = echoServer();
    const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true });
    response.on("close", () => void server.close());
    await server.connect(transport as Transport);
    await transport.handleRequest(request, response);
  });
  http.listen(0, "127.0.0.1");
  await once(http, "listening");
  return `http://127.0.0.1:${(http.address() as AddressInfo).port}/v1/mcp`;
}

/** A kept server behind a transport that hands messages over and does nothing else. */
async function directly(): Promise<() => Promise<void>> {
  let answered = () => {};
  const transport: Transport = { start: async () => {}, close: async () => {}, send: async () => answered() };
  await echoServer().connect(transport);
  return () =>
    new Promise((resolve) => {
      answered = resolve;
      transport.onmessage?.(JSON.parse(JSON.stringify(MESSAGE)));
    });
}

async function callFor(forMs: number, call: () => Promise<void>): Promise<Told> {
  const [began, before] = [performance.now(), cpuMicros()];
  let calls = 0;
  for (; performance.now() - began < forMs; calls++) await call();
  return { calls, cpuMicros: cpuMicros() - before };
}
