import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { METHOD_NAMES } from "./generated/register.js";
import { type RunningHttp, serveHttp } from "./http.js";
import { EXTENSION_NAMES } from "./team/extensions.js";
import { World } from "./testing/world.js";
import type { ThreadService } from "./thread-service.js";

const world = new World();
let service: ThreadService;
let http: RunningHttp;

beforeAll(async () => {
  service = await world.openForAll();
  http = await serveHttp(service);
});

afterAll(async () => {
  await http.close();
  await service.close();
});

async function connect(token?: string): Promise<Client> {
  const client = new Client({ name: "test", version: "1" });
  const headers: Record<string, string> = token === undefined ? {} : { Authorization: `Bearer ${token}` };
  await client.connect(new StreamableHTTPClientTransport(new URL(http.url), { requestInit: { headers } }));
  return client;
}

const post = (body: string, headers: Record<string, string> = {}) =>
  fetch(http.url, {
    method: "POST",
    body,
    headers: { "content-type": "application/json", accept: "application/json, text/event-stream", ...headers },
  });

const call = (name: string, params: object) =>
  JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: params } });

test("the tools answer the SDK's client over HTTP within their schemas, and each connection is one agent", async () => {
  const [coordinator, reviewer] = await Promise.all(
    ["coordinator", "reviewer"].map(async (agent) => connect(await world.token(agent))),
  );
  const ask = async (client: Client | undefined, name: string, params: object) => {
    const result = await client?.callTool({ name, arguments: { ...params } });
    expect(result).toMatchObject({ content: [{ text: JSON.stringify(result?.structuredContent) }] });
    return result?.structuredContent as Record<string, unknown>;
  };
  // After listing the tools, the client checks every answer against its schema.
  const { tools } = await coordinator!.listTools();
  await reviewer!.listTools();
  expect(tools.map(({ name }) => name)).toEqual([...METHOD_NAMES, ...EXTENSION_NAMES]);
  expect(JSON.stringify(tools)).not.toMatch(/\$ref|\$schema|\$id|\$defs/);

  const opened = { title: "t", type: "workflow", participants: ["reviewer"] };
  const { thread_id } = await ask(coordinator, "create_thread", opened);
  const metadata = { ["__proto__"]: { polluted: true }, deep: [[[{}]]] };
  const message = { thread_id, schema_version: 1, kind: "chat", body: "Hello 👋", metadata };
  expect(await ask(coordinator, "post_message", message)).toMatchObject({ seq: 1 });
  const { messages } = (await ask(reviewer, "read_messages", { thread_id })) as { messages: object[] };
  expect(messages).toMatchObject([{ sender_agent_id: "coordinator", body: "Hello 👋" }]);
  expect(JSON.stringify(messages)).toContain(JSON.stringify(metadata).slice(1, -1));
  const beat = { runtime: "codex_cli", management_mode: "managed", resumable: false, status: "idle" };
  await ask(reviewer, "heartbeat_session", beat);
  const wake = { thread_id, target_agent_id: "reviewer", reason: "unread", trigger_prompt: "Read." };
  expect(await ask(coordinator, "trigger_participant", wake)).toMatchObject({ result: "delivered" });
  await ask(reviewer, "ack_read", { thread_id, last_read_seq: 1 });
  expect(await ask(reviewer, "get_thread", { thread_id })).toMatchObject({ participants: ["reviewer"] });
  const status = { thread_id, status: "closed", reason: "done" };
  expect(await ask(reviewer, "update_thread_status", status)).toMatchObject({ status: "closed" });
  expect(await ask(reviewer, "summarize_thread", { thread_id })).toMatchObject({ last_status: "closed" });
  await Promise.all([coordinator?.close(), reviewer?.close()]);
});

test("a refusal is a result with isError and the envelope, and a client with the schemas accepts it", async () => {
  const client = await connect();
  await client.listTools();
  const token = await world.token("reviewer");
  const known = await connect(token);
  await known.listTools();
  const refused = await known.callTool({ name: "get_thread", arguments: { thread_id: "th_1" } });
  const [content] = refused.content as { text: string }[];
  expect(refused).toEqual({ isError: true, content: [{ type: "text", text: content?.text }] });
  expect(JSON.parse(content?.text ?? "")).toEqual({
    error: { code: "NOT_FOUND", message: expect.any(String), request_id: expect.stringMatching(/^req_/) },
  });
  await known.close();
  await expect(client.callTool({ name: "drop_thread" })).rejects.toThrow('There is no tool "drop_thread"');
  // Over HTTP only the header may contain a token.
  const smuggled = { name: "get_thread", arguments: { thread_id: "th_1" }, _meta: { "nexus-core/credential": token } };
  await expect(client.callTool(smuggled)).rejects.toMatchObject({
    code: 401,
    message: expect.stringContaining("UNAUTHORIZED"),
  });
  await client.close();
});

test("a caller who is not identified gets the status 401, which says why", async () => {
  const body = call("get_thread", { thread_id: "th_1" });
  const stranger = await post(body);
  expect([stranger.status, stranger.headers.get("www-authenticate")]).toEqual([401, "Bearer"]);
  expect(await stranger.json()).toMatchObject({ error: { code: "UNAUTHORIZED", request_id: expect.any(String) } });
  const forged = await post(body, { authorization: "Bearer a.b.c" });
  expect(forged.status).toBe(401);
  expect(forged.headers.get("www-authenticate")).toMatch(
    /^Bearer error="invalid_token", error_description="The token [^"]+"$/,
  );
  const open = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });
  expect((await post(open)).status).toBe(200);
});

test.each([
  ["a parameter that every object inherits", '{"thread_id":"th_1","__proto__":{"role":"operator"}}'],
  ["a list in place of parameters", "[]"],
  ["a text in place of parameters", '"th_1"'],
])("%s reaches the service, which refuses it", async (_, given) => {
  const body = call("get_thread", {}).replace('"arguments":{}', `"arguments":${given}`);
  const answered = await post(body, { authorization: `Bearer ${await world.token("reviewer")}` });
  expect(await answered.text()).toContain("VALIDATION_ERROR");
});

test("a parameter that is nested too deeply is refused", async () => {
  const bomb = `${'{"a":'.repeat(50_000)}1${"}".repeat(50_000)}`;
  const params = `{"thread_id":"x","schema_version":1,"kind":"chat","body":"x","metadata":${bomb}}`;
  const body = call("post_message", {}).replace('"arguments":{}', `"arguments":${params}`);
  const answered = await post(body, { authorization: `Bearer ${await world.token("reviewer")}` });
  expect(await answered.text()).toContain("VALIDATION_ERROR");
});

test("the server is healthy only if its store answers", async () => {
  const failing = { ...service, nextWakeAt: () => Promise.reject(new Error("the store is gone")) };
  for (const [each, status] of [
    [service, 200],
    [failing, 503],
  ] as const) {
    const other = await serveHttp(each);
    expect((await fetch(other.url.replace("mcp", "health"))).status).toBe(status);
    await other.close();
  }
});
