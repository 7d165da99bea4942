import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { CallToolResultSchema, ErrorCode } from "@modelcontextprotocol/sdk/types.js";
import { expect, test } from "vitest";
import { Refusal } from "../refusal.js";
import { createMcpServer, type McpServerOptions } from "./create-mcp-server.js";
import type { ServedTool } from "./served-tool.js";

const SCHEMA = { type: "object" };

function tool(name: string, run: ServedTool["run"]): ServedTool {
  return { name, description: `${name}s.`, input: SCHEMA, output: SCHEMA, annotations: { readOnlyHint: true }, run };
}

const echo = tool("echo", async (params) => ({ members: Object.entries(params as object) }));

async function connect(tools: readonly ServedTool[], options: Partial<McpServerOptions> = {}): Promise<Client> {
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  const about = { name: "server", version: "1.2.3", instructions: "Call echo.", note: () => {} };
  await createMcpServer({ ...about, tools, ...options }).connect(theirs);
  const client = new Client({ name: "test", version: "1" });
  await client.connect(ours);
  return client;
}

test("the server introduces itself and lists its tools", async () => {
  const client = await connect([echo]);
  expect(client.getServerVersion()).toEqual({ name: "server", version: "1.2.3" });
  expect(client.getInstructions()).toBe("Call echo.");
  expect((await client.listTools()).tools).toEqual([
    {
      name: "echo",
      description: "echos.",
      inputSchema: SCHEMA,
      outputSchema: SCHEMA,
      annotations: { readOnlyHint: true },
    },
  ]);
});

test("an answer comes as structured content and as text", async () => {
  const client = await connect([echo]);
  const answer = { members: [["a", 1]] };
  expect(await client.callTool({ name: "echo", arguments: { a: 1 } })).toEqual({
    content: [{ type: "text", text: JSON.stringify(answer) }],
    structuredContent: answer,
  });
  expect(await client.callTool({ name: "echo" })).toMatchObject({ structuredContent: { members: [] } });
});

test("a parameter named __proto__ reaches the tool at every depth, where it can be refused", async () => {
  const client = await connect([echo]);
  const given = JSON.parse('{"__proto__":{"a":{"__proto__":1}}}') as Record<string, unknown>;
  const { content } = await client.callTool({ name: "echo", arguments: given });
  expect(content).toEqual([{ type: "text", text: '{"members":[["__proto__",{"a":{"__proto__":1}}]]}' }]);
});

test("a refusal is a result with the text of the refusal", async () => {
  const refused = tool("refuse", () => Promise.reject(new Refusal("NO", "No plan.")));
  expect(await (await connect([refused])).callTool({ name: "refuse" })).toEqual({
    isError: true,
    content: [{ type: "text", text: "No plan." }],
  });
});

test.each([
  ["an error", new Error("secret of line one\nsecret of line two"), "break failed: secret of line one"],
  ["a text", "a secret", "break failed: a secret"],
])("%s that is no refusal goes to the log, and not to the client", async (_, fault, noted) => {
  const notes: string[] = [];
  const client = await connect([tool("break", () => Promise.reject(fault))], { note: (text) => notes.push(text) });
  await expect(client.callTool({ name: "break" })).rejects.toMatchObject({
    code: ErrorCode.InternalError,
    message: "MCP error -32603: break failed inside the server. Its log says why.",
  });
  expect(notes).toEqual([noted]);
});

test("the credential of a call is found in what came along with it", async () => {
  const whoami = tool("whoami", async (_params, credential) => ({ credential }));
  const client = await connect([whoami], { credentialOf: ({ meta }) => meta?.["token"] as string });
  expect(await client.callTool({ name: "whoami", _meta: { token: "t" } })).toMatchObject({
    structuredContent: { credential: "t" },
  });
});

test.each([
  ["a name that no tool has", { name: "ech" }, 'There is no tool "ech". Call one of echo.'],
  ["a name that is no text", { name: 5 }, "There is no tool 5. Call one of echo."],
  ["no name", {}, "There is no tool undefined. Call one of echo."],
])("%s is an error of the protocol", async (_, params, message) => {
  const call = (await connect([echo])).request({ method: "tools/call", params }, CallToolResultSchema);
  await expect(call).rejects.toMatchObject({ code: ErrorCode.InvalidParams, message: `MCP error -32602: ${message}` });
});

test("a method that is not served, and a call as a task, are errors of the protocol", async () => {
  const client = await connect([echo]);
  await expect(client.request({ method: "prompts/list" }, CallToolResultSchema)).rejects.toMatchObject({
    code: ErrorCode.MethodNotFound,
  });
  const params = { name: "echo", task: { ttl: 5 } };
  await expect(client.request({ method: "tools/call", params }, CallToolResultSchema)).rejects.toMatchObject({
    message: expect.stringContaining("does not support task creation"),
  });
});
