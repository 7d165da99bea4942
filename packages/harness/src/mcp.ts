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
import { describeDecisions, describeTools, type ToolDescription } from "./tool-descriptions.js";

export interface McpServerOptions {
  /** Stands before the name of every tool, such as `nx_`; nothing where absent. */
  readonly prefix?: string;
  /** Whether the pure decisions are served as tools too: for a harness that is no TypeScript; not where absent. */
  readonly decisions?: boolean;
}

/** What a server calls; without `decide` it serves no decisions. */
export type Served = Pick<Harness, "call"> & Partial<Pick<Harness, "decide">>;

/** A tool that is listed, and what runs it. */
interface ServedTool extends ToolDescription {
  readonly run: (params: unknown) => Promise<object>;
}

/**
 * An MCP server over a harness. Connect it to a transport; it holds no state, so a harness may have several.
 * A refusal is a result with `isError` and the text of the refusal; a tool that does not exist is an error of the
 * protocol. Answers come as text that holds JSON and as structured content.
 */
export function createMcpServer(harness: Served, { prefix = "", decisions = false }: McpServerOptions = {}): Server {
  const tools = new Map(toolsOf(harness, decisions).map((tool) => [prefix + tool.name, tool]));
  const server = new Server({ name, version }, { capabilities: { tools: {} } });

  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: [...tools].map(
      ([listed, tool]): Tool => ({
        name: listed,
        description: tool.description,
        inputSchema: tool.input as Tool["inputSchema"],
        outputSchema: tool.output as NonNullable<Tool["outputSchema"]>,
        annotations: { readOnlyHint: tool.isReadOnly, openWorldHint: false },
      }),
    ),
  }));

  // The library's own schema of calls drops a parameter named __proto__, which the harness has to refuse. A method
  // without a handler comes here with its parameters as they were sent.
  server.fallbackRequestHandler = async (request): Promise<CallToolResult> => {
    const { method, params } = request;
    if (method !== "tools/call") throw new McpError(ErrorCode.MethodNotFound, `There is no method "${method}".`);
    const { name: called } = CallToolRequestSchema.parse(request).params;
    const tool = tools.get(called);
    if (tool === undefined) {
      const names = [...tools.keys()].join(", ");
      throw new McpError(ErrorCode.InvalidParams, `There is no tool "${called}". Call one of ${names}.`);
    }
    try {
      const answer = await tool.run(params?.["arguments"] ?? {});
      return { content: [{ type: "text", text: JSON.stringify(answer) }], structuredContent: { ...answer } };
    } catch (refused) {
      return { isError: true, content: [{ type: "text", text: messageOf(refused) }] };
    }
  };
  return server;
}

function toolsOf(harness: Served, decisions: boolean): readonly ServedTool[] {
  const { decide } = harness;
  const tools = describeTools().map((tool) => ({ ...tool, run: (params: unknown) => harness.call(tool.name, params) }));
  if (!decisions || decide === undefined) return tools;
  return [
    ...tools,
    ...describeDecisions().map((tool) => ({
      ...tool,
      run: (params: unknown) => decide.call(harness, tool.name, params),
    })),
  ];
}

function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
