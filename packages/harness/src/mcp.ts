/**
 * The tools of a harness as an MCP server, for any transport of the Model Context Protocol's own library.
 * @packageDocumentation
 */

import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import {
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
  type Tool,
} from "@modelcontextprotocol/sdk/types.js";
import type { Harness } from "./harness.js";
import { name, version } from "./package-info.js";
import { describeTools } from "./tool-descriptions.js";

export interface McpServerOptions {
  /** Stands before the name of every tool, such as `nx_`; nothing where absent. */
  readonly prefix?: string;
}

/**
 * An MCP server over a harness. Connect it to a transport; it holds no state, so a harness may have several.
 * A refusal is a result with `isError` and the text of the refusal; a tool that does not exist is an error of the
 * protocol. Answers come as text that holds JSON and as structured content.
 */
export function createMcpServer(harness: Pick<Harness, "call">, { prefix = "" }: McpServerOptions = {}): Server {
  const tools = describeTools();
  const known = new Map(tools.map((tool) => [prefix + tool.name, tool.name]));
  const server = new Server({ name, version }, { capabilities: { tools: {} } });

  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: tools.map(
      (tool): Tool => ({
        name: prefix + tool.name,
        description: tool.description,
        inputSchema: tool.input as Tool["inputSchema"],
        outputSchema: tool.output as NonNullable<Tool["outputSchema"]>,
        annotations: { readOnlyHint: tool.isReadOnly, openWorldHint: false },
      }),
    ),
  }));

  server.setRequestHandler(CallToolRequestSchema, async ({ params }): Promise<CallToolResult> => {
    const tool = known.get(params.name);
    if (tool === undefined) {
      const names = [...known.keys()].join(", ");
      throw new McpError(ErrorCode.InvalidParams, `There is no tool "${params.name}". Call one of ${names}.`);
    }
    try {
      const answer = await harness.call(tool, params.arguments ?? {});
      return { content: [{ type: "text", text: JSON.stringify(answer) }], structuredContent: { ...answer } };
    } catch (refused) {
      return { isError: true, content: [{ type: "text", text: messageOf(refused) }] };
    }
  });
  return server;
}

function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
