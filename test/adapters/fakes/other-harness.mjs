// An MCP server in the style of other harnesses: tools with a prefix, answers as JSON in text, the owner as an object,
// two more required parameters, and whole issues where the contract has titles. Its state files are in the places of
// the contract. It has faults that a run must report.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";

const read = (name) =>
  existsSync(`.nexus/state/${name}`) ? JSON.parse(readFileSync(`.nexus/state/${name}`, "utf8")) : undefined;
const write = (name, value) => {
  mkdirSync(".nexus/state", { recursive: true });
  writeFileSync(`.nexus/state/${name}`, JSON.stringify(value, null, 2));
};

const TOOLS = {
  nx_plan_decide({ issue_id: id, decision }) {
    const plan = read("plan.json");
    if (plan === undefined) throw new Error("There is no plan");
    const issue = plan.issues.find((each) => each.id === Number(id));
    if (issue === undefined) throw new Error(`Issue ${id} not found`);
    Object.assign(issue, { status: "decided", decision });
    write("plan.json", plan);
    const remaining = plan.issues.filter((each) => each.status === "pending");
    return { decided: true, issue, allComplete: remaining.length === 0, remaining };
  },
  nx_task_add({ title, context, acceptance, owner, deps = [], approach }) {
    for (const [name, value] of Object.entries({ title, context, acceptance })) {
      if (typeof value !== "string") throw new Error(`Required at ${name}`);
    }
    if (typeof owner?.role !== "string") throw new Error("Required at owner.role");
    const tasks = read("tasks.json") ?? { goal: "", decisions: [], tasks: [] };
    const id = Math.max(0, ...tasks.tasks.map((task) => task.id)) + 1;
    const created_at = new Date().toISOString();
    const task = { id, title, status: "pending", context, acceptance, owner, deps, approach, created_at };
    tasks.tasks.push(task);
    write("tasks.json", tasks);
    return { task };
  },
};

const server = new Server({ name: "other-harness", version: "0.1.0" }, { capabilities: { tools: {} } });
server.setRequestHandler(ListToolsRequestSchema, () => ({
  tools: Object.keys(TOOLS).map((name) => ({ name, inputSchema: { type: "object" } })),
}));
server.setRequestHandler(CallToolRequestSchema, ({ params: { name, arguments: given = {} } }) => {
  try {
    return { content: [{ type: "text", text: JSON.stringify(TOOLS[name](given), null, 2) }] };
  } catch ({ message }) {
    return { isError: true, content: [{ type: "text", text: message }] };
  }
});
await server.connect(new StdioServerTransport());
