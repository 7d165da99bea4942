import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import type { HttpBindings } from "@hono/node-server";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { Hono } from "hono";
import { expect, onTestFinished, test } from "vitest";
import { type HttpOptions, type HttpService, serveHttp } from "./serve-http.js";
import { TestServer } from "./test-server.js";

const MAX_BODY = 100_000;

async function served(options: HttpOptions = {}, parts: Partial<HttpService> = {}) {
  const { server, held } = new TestServer();
  const http = await serveHttp(
    { server, version: "1.2.3", prefix: "/v1", maxBodyBytes: MAX_BODY, checkHealth: async () => {}, ...parts },
    options,
  );
  onTestFinished(() => http.close());
  const port = Number(new URL(http.url).port);
  const post = (body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) =>
    fetch(http.url, { method: "POST", body, headers: { ...HEADERS, ...headers } });
  const get = (path: string, init?: RequestInit) => fetch(new URL(path, http.url), init);
  return { ...http, port, held, post, get };
}

const HEADERS = { "content-type": "application/json", accept: "application/json, text/event-stream" };
const message = (name = "echo", given = "x", id: string | number = 1) =>
  ({ jsonrpc: "2.0", id, method: "tools/call", params: { name, arguments: { text: given } } }) as const;
const call = (...given: Parameters<typeof message>) => JSON.stringify(message(...given));
const refusal = (code: number) => ({ jsonrpc: "2.0", error: { code, message: expect.any(String) }, id: null });

function open(port: number, sent = ""): Socket {
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => {});
  socket.write(sent);
  return socket;
}

const HEAD = ["POST /v1/mcp HTTP/1.1", "Host: 127.0.0.1", ...Object.entries(HEADERS).map((each) => each.join(": "))];

test("clients of the protocol's own library share one server, and each call has the credential of its own client", async () => {
  const { url } = await served();
  const clients = await Promise.all(
    ["a", "b"].map(async (token) => {
      const client = new Client({ name: "test", version: "1" });
      const requestInit = { headers: { authorization: `Bearer ${token}` } };
      await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
      return client;
    }),
  );
  const asked = clients.map((client, index) => client.callTool({ name: "echo", arguments: { text: `${index}` } }));
  expect((await Promise.all(asked)).map(({ structuredContent }) => structuredContent)).toEqual([
    { text: "0", from: "Bearer a" },
    { text: "1", from: "Bearer b" },
  ]);
  await Promise.all(clients.map((client) => client.close()));
});

test("a notification is accepted without an answer, and a batch is answered as one", async () => {
  const { post } = await served();
  const notified = await post(JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" }));
  expect([notified.status, await notified.text()]).toEqual([202, ""]);
  const batch = await post(JSON.stringify([message("echo", "x", "a"), message("echo", "y", "b")]));
  expect(await batch.json()).toMatchObject([{ id: "a" }, { id: "b" }]);
});

test("a client that goes away ends its call", async () => {
  const { url, held } = await served();
  const going = request(url, { method: "POST", headers: HEADERS });
  going.on("error", () => {});
  going.end(call("hold"));
  await expect.poll(() => held.length).toBe(1);
  going.destroy();
  await expect.poll(() => held[0]?.signal.aborted).toBe(true);
});

test("a client that goes away in the middle of its body is not reported as an error", async () => {
  const notes: string[] = [];
  const { port, post, close } = await served({ note: (line) => notes.push(line) });
  const going = open(port, [...HEAD, "Content-Length: 10", "Expect: 100-continue", "", "["].join("\r\n"));
  // By this answer the server has read the headers, and waits for the body.
  expect(String((await once(going, "data"))[0])).toContain("100 Continue");
  going.resetAndDestroy();
  await once(going, "close");
  await (await post(call())).text();
  await close();
  expect(notes).toEqual([]);
});

const INITIALIZE = { jsonrpc: "2.0", id: 1, method: "initialize" };
const HELLO = { protocolVersion: "1999-01-01", capabilities: {}, clientInfo: { name: "t", version: "1" } };

test.each<[string, string | Uint8Array<ArrayBuffer>, Record<string, string>, number, number]>([
  ["garbage", "{ half", {}, 400, -32700],
  ["no UTF-8", new Uint8Array([0x22, 0xff, 0x22]), {}, 400, -32700],
  ["nested arrays", "[".repeat(40_000) + "]".repeat(40_000), {}, 400, -32700],
  ["nested objects", `${'{"a":'.repeat(15_000)}1${"}".repeat(15_000)}`, {}, 400, -32700],
  ["a message without a method", '{"jsonrpc":"2.0"}', {}, 400, -32700],
  ["an id that is null", '{"jsonrpc":"2.0","id":null,"method":"ping"}', {}, 400, -32700],
  ["null", "null", {}, 400, -32700],
  ["a batch that is too long", JSON.stringify(Array(101).fill(message())), {}, 400, -32600],
  ["a batch with initialize", JSON.stringify([{ ...INITIALIZE, params: HELLO }, message()]), {}, 400, -32600],
  ["a body that is too large", "x".repeat(MAX_BODY + 1), {}, 413, -32600],
  ["answers in JSON alone", call(), { accept: "application/json" }, 406, -32000],
  ["answers as events alone", call(), { accept: "text/event-stream" }, 406, -32000],
  ["another type", call(), { "content-type": "text/plain; a=application/json" }, 415, -32000],
  ["two types", call(), { "content-type": "application/json; a=b, text/plain" }, 415, -32000],
  ["a version of the protocol that is unknown", call(), { "mcp-protocol-version": "1999-01-01" }, 400, -32000],
])("%s: refused, and the next request is answered", async (_, body, headers, status, code) => {
  const { post } = await served();
  const refused = await post(body, headers);
  expect([refused.status, await refused.json()]).toEqual([status, refusal(code)]);
  expect((await post(call())).status).toBe(200);
});

test.each<[string, Record<string, string>]>([
  ["a type with a character set", { "content-type": "Application/JSON; charset=utf-8" }],
  ["a version of the protocol", { "mcp-protocol-version": "2025-03-26" }],
])("%s is accepted", async (_, headers) => {
  const { post } = await served();
  expect((await post(call(), headers)).status).toBe(200);
});

test("initialize negotiates the version, whatever its header says", async () => {
  const { post } = await served();
  const answered = await post(JSON.stringify({ ...INITIALIZE, params: HELLO }), {
    "mcp-protocol-version": "1999-01-01",
  });
  expect(await answered.json()).toMatchObject({ id: 1, result: { serverInfo: { name: "test" } } });
});

/** Sends a body in pieces, without a length in the headers. */
async function chunked(url: string, pieces: readonly string[]): Promise<IncomingMessage> {
  const sent = request(url, { method: "POST", headers: HEADERS });
  sent.on("error", () => {});
  for (const piece of pieces) sent.write(piece);
  sent.end();
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  return response;
}

test("a body without a declared length is read up to the limit", async () => {
  const { url } = await served();
  const body = call();
  const answered = await chunked(url, [body.slice(0, 10), body.slice(10)]);
  expect(JSON.parse(await text(answered))).toMatchObject({ result: { structuredContent: { text: "x" } } });
  expect((await chunked(url, Array(10).fill("x".repeat(MAX_BODY / 5)))).statusCode).toBe(413);
});

test.each([
  ["GET", "/v1/health", 200],
  ["HEAD", "/v1/health", 200],
  ["POST", "/v1/health", 405],
  ["GET", "/v1/mcp", 405],
  ["DELETE", "/v1/mcp", 405],
  ["POST", "/mcp", 404],
  ["GET", "/v1/mcp/../../etc/passwd", 404],
])("%s %s is answered with %d", async (method, path, status) => {
  const { get } = await served();
  expect((await get(path, { method })).status).toBe(status);
});

test("health tells the version, and why calls cannot be answered", async () => {
  const good = await served();
  expect(await (await good.get("/v1/health")).json()).toEqual({ status: "ok", version: "1.2.3" });
  const checkHealth = () => Promise.reject(new Error("the disk is full"));
  const bad = await (await served({}, { checkHealth })).get("/v1/health");
  expect([bad.status, await bad.json()]).toEqual([
    503,
    { status: "unavailable", version: "1.2.3", reason: "the disk is full" },
  ]);
});

test("further routes share the port, the guard, the limits and the headers of browsers", async () => {
  const routes = new Hono<{ Bindings: HttpBindings }>();
  routes.post("/v1/things", async (c) => c.json({ length: (await c.req.text()).length }));
  routes.get("/v1/broken", () => {
    throw new Error("out of order");
  });
  const notes: string[] = [];
  const { get } = await served({ note: (line) => notes.push(line) }, { routes });
  const things = await get("/v1/things", { method: "POST", body: "four" });
  expect(await things.json()).toEqual({ length: 4 });
  expect(Object.fromEntries(things.headers)).toMatchObject({
    "x-content-type-options": "nosniff",
    "cross-origin-resource-policy": "same-origin",
  });
  expect((await get("/v1/things", { method: "POST", body: "x".repeat(MAX_BODY + 1) })).status).toBe(413);
  expect((await get("/v1/things", { headers: { origin: "https://evil.example" } })).status).toBe(403);
  expect([(await get("/v1/broken")).status, notes]).toEqual([500, ["out of order"]]);
});

test("pages of other servers and rebound names are refused, and the server's own and named ones are not", async () => {
  const plain = await served();
  const named = await served({ names: ["thread.example"], origins: ["http://localhost:6274"] });
  const status = async (headers: Record<string, string>, { port } = plain) => {
    const asked = request({ host: "127.0.0.1", port, path: "/v1/health", headers });
    asked.end();
    const [response] = (await once(asked, "response")) as [IncomingMessage];
    response.resume();
    return response.statusCode;
  };
  const { port } = plain;
  expect(await status({ host: `evil.example:${port}` })).toBe(403);
  expect(await status({ origin: "http://localhost:6274" })).toBe(403);
  expect(await status({ origin: "http://localhost:6274" }, named)).toBe(200);
  expect(await status({ host: "thread.example", origin: "https://thread.example" }, named)).toBe(200);
  // The port is known only once the server listens.
  expect(await status({ host: `localhost:${port}`, origin: `http://localhost:${port}` })).toBe(200);
  expect(await status({ origin: `http://localhost:${port}` }, named)).toBe(403);
});

test("a browser lets pages of a named origin call, and no others", async () => {
  const { get } = await served({ origins: ["http://localhost:6274"] });
  const asked = (origin: string) =>
    get("/v1/mcp", {
      method: "OPTIONS",
      headers: { origin, "access-control-request-method": "POST", "access-control-request-headers": "authorization" },
    });
  const allowed = await asked("http://localhost:6274");
  expect([allowed.status, Object.fromEntries(allowed.headers)]).toMatchObject([
    204,
    { "access-control-allow-origin": "http://localhost:6274", "access-control-allow-headers": "authorization" },
  ]);
  const refused = await asked("http://localhost:6275");
  expect([refused.status, refused.headers.get("access-control-allow-origin")]).toEqual([403, null]);
});

test("a server that authenticates requests says with 401 how, and tells the tools who was admitted", async () => {
  const { post } = await served(
    {},
    {
      authenticate: async ({ authorization }) =>
        authorization === "Bearer good" ? { token: "good", clientId: "builder", scopes: [] } : undefined,
    },
  );
  const without = await post(call());
  expect([without.status, without.headers.get("www-authenticate")]).toEqual([401, "Bearer"]);
  const wrong = await post(call(), { authorization: "Bearer bad" });
  expect([wrong.status, wrong.headers.get("www-authenticate")]).toEqual([401, 'Bearer error="invalid_token"']);
  const good = await post(call(), { authorization: "Bearer good" });
  expect(await good.json()).toMatchObject({ result: { structuredContent: { admitted: "builder" } } });
});

test("bytes that are no HTTP end their own connection alone", async () => {
  const { port, post } = await served();
  expect(await text(open(port, "\u0000\u0001 garbage\r\n\r\n"))).toMatch(/^HTTP\/1\.1 400 /);
  expect((await post(call())).status).toBe(200);
});

test.each([
  ["sends nothing", []],
  ["never finishes its headers", HEAD],
  ["never finishes its body", [...HEAD, "Content-Length: 10", "", "["]],
  ["never finishes a body in pieces", [...HEAD, "Transfer-Encoding: chunked", "", "1", "[", ""]],
])("the server ends a connection that %s", async (_, lines) => {
  const { port } = await served({ timeLimits: { headers: 100, request: 200, check: 20 } });
  const sockets = Array.from({ length: 20 }, () => open(port, lines.join("\r\n")));
  for (const ended of await Promise.all(sockets.map(text))) expect(ended).toMatch(/^HTTP\/1\.1 408 /);
});

test("connections beyond the limit are closed at once, and others take the place of those that end", async () => {
  const { port, url } = await served({ maxConnections: 2 });
  const asked = `GET /v1/health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`;
  const taken = [open(port, asked), open(port, asked)];
  for (const socket of taken) expect(String((await once(socket, "data"))[0])).toMatch(/^HTTP\/1\.1 200 /);
  expect(await text(open(port)).catch(() => "")).toBe("");
  taken[0]?.destroy();
  await expect
    .poll(() =>
      fetch(url.replace("mcp", "health")).then(
        ({ status }) => status,
        () => 0,
      ),
    )
    .toBe(200);
  taken[1]?.destroy();
});

test("a server that stops answers what it has accepted, and closes idle and unused connections", async () => {
  const { close, post, url, port, held } = await served();
  const unused = open(port);
  await (await post(call())).text();
  const pending = post(call("hold"));
  await expect.poll(() => held.length).toBe(1);
  const closed = close();
  await once(unused, "close");
  held[0]?.release();
  expect(await (await pending).json()).toMatchObject({ result: { structuredContent: { text: "x" } } });
  await closed;
  await expect(fetch(url)).rejects.toThrow();
});
