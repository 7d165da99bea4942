import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { expect, test } from "vitest";
import { DECISION_NAMES, MEMORY_TOOL_NAMES, TOOL_NAMES } from "./generated/register.js";
import { createMcpServer, type McpServerOptions, type Served } from "./mcp.js";
import { version } from "./package-info.js";
import { Project } from "./testing/project.js";

const NAMES = [...TOOL_NAMES, ...MEMORY_TOOL_NAMES];

async function connect(harness: Served, options?: McpServerOptions): Promise<Client> {
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  await createMcpServer(harness, options).connect(theirs);
  const client = new Client({ name: "test", version: "1" });
  await client.connect(ours);
  return client;
}

test("the server reports its name and version, and lists the tools with the contract's schemas", async () => {
  const client = await connect(new Project().harness());
  expect(client.getServerVersion()).toEqual({ name: "@nexus-core/harness", version });
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(NAMES);
  expect(tools.filter(({ annotations }) => annotations?.readOnlyHint === true).map(({ name }) => name)).toEqual([
    "plan_status",
    "task_list",
    "history_search",
    "context",
  ]);
  const [planStart] = tools;
  expect(planStart).toMatchObject({
    description: expect.stringContaining("plan"),
    inputSchema: { type: "object", required: ["topic", "issues", "research_summary"], additionalProperties: false },
    outputSchema: { type: "object" },
  });
  const schemas = JSON.stringify(tools);
  expect(schemas).not.toMatch(/\$ref|\$schema|\$id|\$defs/);
  expect(tools.find(({ name }) => name === "task_add")?.inputSchema.properties?.["owner_reuse_policy"]).toEqual({
    title: "ReusePolicy",
    description: "Whether the owner's earlier session may be resumed for this task.",
    enum: ["fresh", "resume_if_same_artifact", "resume"],
  });
});

const STORY: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
  ["context", {}],
  ["plan_status", {}],
  ["task_list", {}],
  ["plan_start", { topic: "Search", issues: ["Which index?", "Which host?"], research_summary: "Read." }],
  ["plan_update", { action: "add", title: "Which name?" }],
  ["plan_update", { action: "edit", issue_id: 3, title: "Whose name?" }],
  ["plan_decide", { issue_id: 3, decision: "Ours." }],
  ["plan_update", { action: "reopen", issue_id: 3 }],
  ["plan_update", { action: "remove", issue_id: 3 }],
  ["plan_decide", { issue_id: 1, decision: "Inverted." }],
  ["plan_decide", { issue_id: 2, decision: "Any." }],
  ["plan_status", {}],
  ["task_add", { title: "Build", context: "Issue 1.", plan_issue: 1, owner_reuse_policy: "fresh" }],
  ["task_update", { id: 1, status: "completed" }],
  ["task_list", {}],
  ["context", {}],
  ["artifact_write", { filename: "notes/a.md", content: "# A\n" }],
  ["task_close", {}],
  ["history_search", { query: "inverted" }],
  ["memory_store", { text: "The limit is 40 a second.", topic: "retry-limit", tags: ["http"] }],
  ["rule_store", { text: "No tabs.", topic: "code style" }],
  ["memory_gc", {}],
];

test("every tool gives the harness's answer, and the client accepts it against the schema", async () => {
  const project = new Project();
  const beside = new Project();
  const client = await connect(project.harness());
  await client.listTools();
  const direct = beside.harness();
  for (const [name, params] of STORY) {
    // The client checks structured content against the listed schema and throws on a mismatch.
    const result = await client.callTool({ name, arguments: { ...params } });
    const answer = JSON.parse(JSON.stringify(await direct.call(name, params)).replaceAll(beside.root, project.root));
    expect({ name, result }).toEqual({
      name,
      result: { content: [{ type: "text", text: JSON.stringify(answer) }], structuredContent: answer },
    });
  }
  expect(new Set(STORY.map(([name]) => name))).toEqual(new Set(NAMES));
});

test("fields of newer versions reach the client", async () => {
  const project = new Project();
  await project.harness().planStart({ topic: "a", issues: ["b"], research_summary: "" });
  const plan = project.read(".nexus/state/plan.json") as { issues: object[] };
  project.write(".nexus/state/plan.json", { ...plan, issues: [{ ...plan.issues[0], weight: 3 }] });
  const client = await connect(project.harness());
  await client.listTools();
  const { structuredContent } = await client.callTool({ name: "plan_status" });
  expect(structuredContent).toMatchObject({ issues: [{ id: 1, weight: 3 }] });
});

const START = '"topic":"t","issues":["i"],"research_summary":""';

test.each([
  ["beside the others", "plan_start", `{${START},"__proto__":{"x":1}}`, 'plan_start has no parameter "__proto__".'],
  ["around the others", "plan_start", `{"__proto__":{${START}}}`, 'plan_start has no parameter "__proto__".'],
  [
    "of memory",
    "memory_store",
    '{"text":"t","topic":"p","__proto__":null}',
    'memory_store has no parameter "__proto__".',
  ],
  ["of a decision", "detect_tags", '{"message":"m","__proto__":[]}', 'detect_tags has no parameter "__proto__".'],
  [
    "inside of a parameter",
    "plan_decide",
    '{"issue_id":1,"decision":"d","how_summary":{"__proto__":{"x":1}}}',
    'plan_decide cannot use the parameter "how_summary.__proto__"',
  ],
])("a parameter named __proto__ is refused by its name, and nothing is written: %s", async (_, name, sent, refusal) => {
  const project = new Project();
  const client = await connect(project.harness(), { decisions: true });
  const given = JSON.parse(sent) as Record<string, unknown>;
  expect(await client.callTool({ name, arguments: given })).toMatchObject({
    isError: true,
    content: [{ text: expect.stringContaining(refusal) }],
  });
  expect(project.files()).toEqual([]);
});

test("with a prefix, every name begins with it, and names without it are unknown", async () => {
  const client = await connect(new Project().harness(), { prefix: "nx_" });
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(NAMES.map((name) => `nx_${name}`));
  expect(await client.callTool({ name: "nx_plan_status" })).toMatchObject({ structuredContent: { active: false } });
  await expect(client.callTool({ name: "plan_status" })).rejects.toThrow(
    'There is no tool "plan_status". Call one of nx_plan_start, nx_plan_decide,',
  );
});

test("decisions are served only on request, and only if the harness has them", async () => {
  const harness = new Project().harness();
  const client = await connect(harness, { decisions: true, prefix: "nx_" });
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual([...NAMES, ...DECISION_NAMES].map((name) => `nx_${name}`));
  const decisions = tools.slice(NAMES.length);
  expect(decisions.map(({ annotations }) => annotations?.readOnlyHint)).toEqual(DECISION_NAMES.map(() => true));
  expect(decisions.filter(({ description = "" }) => !/^[A-Z].+\.$/.test(description))).toEqual([]);
  const name = { name: "empirical-retry-limit.md" };
  expect(await client.callTool({ name: "nx_parse_memory_name", arguments: name })).toMatchObject({
    structuredContent: { category: "empirical", topic: "retry-limit", problems: [] },
  });
  expect(await client.callTool({ name: "nx_detect_tags" })).toMatchObject({
    isError: true,
    content: [{ text: expect.stringContaining("message") }],
  });
  for (const without of [connect(harness), connect({ call: harness.call }, { decisions: true })]) {
    expect((await (await without).listTools()).tools.map((tool) => tool.name)).toEqual(NAMES);
  }
});
