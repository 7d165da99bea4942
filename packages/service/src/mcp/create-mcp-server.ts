import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { type CallToolResult, ErrorCode, ListToolsRequestSchema, type Tool } from "@modelcontextprotocol/sdk/types.js";
import { reasonOf } from "nexus-core/base";
import type { Note } from "../process/note.js";
import { Refusal } from "../refusal.js";
import type { CredentialOf, ServedTool } from "./served-tool.js";

export interface McpServerOptions {
  /** How the server introduces itself. */
  readonly name: string;
  readonly version: string;
  /** What a model should know before it calls anything. */
  readonly instructions: string;
  readonly tools: readonly ServedTool[];
  /** Finds the credential of a call; calls have none where it is absent. */
  readonly credentialOf?: CredentialOf;
  /** Gets what went wrong inside. Clients are told only that something did. */
  readonly note: Note;
}

/**
 * An MCP server over a table of tools. It keeps no state of a connection, so one server may answer for all of them.
 * An answer comes as structured content and as text with the same JSON. A refusal is a result with `isError` and no
 * structured content, because clients check that against the schema of answers.
 */
export function createMcpServer({
  name,
  version,
  instructions,
  credentialOf,
  note,
  ...options
}: McpServerOptions): Server {
  const tools = new Map(options.tools.map((tool) => [tool.name, tool]));
  const listed = { tools: options.tools.map(listedTool) };
  const server = new Server({ name, version }, { capabilities: { tools: {} }, instructions });

  server.setRequestHandler(ListToolsRequestSchema, () => listed);

  // The SDK's schema of calls drops a parameter named __proto__, which has to be refused. A method without a handler
  // gets here as it was sent.
  server.fallbackRequestHandler = async ({ method, params = {} }, { requestInfo }): Promise<CallToolResult> => {
    if (method !== "tools/call") throw new ProtocolError(ErrorCode.MethodNotFound, `There is no method "${method}".`);
    const { name: called, arguments: given = {}, _meta: meta } = params;
    const tool = typeof called === "string" ? tools.get(called) : undefined;
    if (tool === undefined) {
      const known = [...tools.keys()].join(", ");
      throw new ProtocolError(
        ErrorCode.InvalidParams,
        `There is no tool ${JSON.stringify(called)}. Call one of ${known}.`,
      );
    }
    try {
      return resultOf(await tool.run(given, credentialOf?.({ meta, headers: requestInfo?.headers })));
    } catch (thrown) {
      if (thrown instanceof Refusal) return { isError: true, content: [{ type: "text", text: thrown.toText() }] };
      note(`${tool.name} failed: ${reasonOf(thrown)}`);
      throw new ProtocolError(ErrorCode.InternalError, `${tool.name} failed inside the server. Its log says why.`);
    }
  };
  return server;
}

/** An error of the protocol. The SDK's own class would put its number before the message, and clients do that again. */
class ProtocolError extends Error {
  constructor(
    readonly code: ErrorCode,
    message: string,
  ) {
    super(message);
  }
}

function listedTool({ name, description, input, output, annotations }: ServedTool): Tool {
  return {
    name,
    description,
    inputSchema: input as Tool["inputSchema"],
    outputSchema: output as NonNullable<Tool["outputSchema"]>,
    annotations,
  };
}

function resultOf(answer: object): CallToolResult {
  return { content: [{ type: "text", text: JSON.stringify(answer) }], structuredContent: { ...answer } };
}
