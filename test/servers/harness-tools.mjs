// The reference harness as the tools of an MCP server. Its files are in `root`, unless a call names a `project`.
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { createHarness } from "../../packages/harness/dist/index.js";

const TOOLS = [
  ...["plan_start", "plan_status", "plan_update", "plan_decide"],
  ...["task_add", "task_list", "task_update", "task_close"],
  ...["history_search", "context", "artifact_write"],
];

export function harnessServer({ prefix = "", root }) {
  const server = new Server({ name: "harness over MCP", version: "1.0.0" }, { capabilities: { tools: {} } });
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: TOOLS.map((name) => ({ name: prefix + name, inputSchema: { type: "object" } })),
  }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params: { name, arguments: given = {} } }) => {
    const { project, ...params } = given;
    try {
      const answer = await createHarness({ root: project ?? root }).call(name.slice(prefix.length), params);
      return { content: [{ type: "text", text: JSON.stringify(answer) }] };
    } catch (refused) {
      return { isError: true, content: [{ type: "text", text: refused.message }] };
    }
  });
  return server;
}
