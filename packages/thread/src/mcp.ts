/**
 * The methods of a thread service as tools of an MCP server, for any transport of the protocol's own library.
 * @packageDocumentation
 */

import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import {
  type CallToolResult,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
  type Tool,
} from "@modelcontextprotocol/sdk/types.js";
import { isMethodName, METHOD_NAMES } from "./methods.js";
import { name, version } from "./package-info.js";
import { ThreadError } from "./thread-error.js";
import type { ThreadService } from "./thread-service.js";
import { describeTools } from "./tool-descriptions.js";

/** Where a client puts its token whose connection has no headers. */
export const CREDENTIAL_META = "nexus-core/credential";

/** What came along with a call and may hold a token. */
export interface CallOrigin {
  readonly meta: Readonly<Record<string, unknown>> | undefined;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>> | undefined;
}

/** The token of a call; undefined where it came with none, which the service refuses. */
export type TokenOf = (origin: CallOrigin) => string | undefined;

/** Tokens of a connection over HTTP: `Authorization: Bearer`. */
export const bearerToken: TokenOf = ({ headers }) => {
  const header = headers?.["authorization"];
  return typeof header === "string" ? /^Bearer +(\S.*)$/iu.exec(header)?.[1]?.trim() : undefined;
};

/**
 * Tokens of a connection without headers: the request's own, or else that of the process, which then stands for one agent.
 * What is there and no text is no reason to act as somebody else.
 */
export function metaToken(ofProcess: string | undefined): TokenOf {
  return ({ meta }) => {
    const own = meta?.[CREDENTIAL_META];
    if (own === undefined) return ofProcess;
    return typeof own === "string" ? own : "";
  };
}

let listed: readonly Tool[] | undefined;

/** Resolving the schemas takes longer than a call, and over HTTP every request has a server of its own. */
function tools(): readonly Tool[] {
  listed ??= describeTools().map(
    (tool): Tool => ({
      name: tool.name,
      description: tool.description,
      inputSchema: tool.input as Tool["inputSchema"],
      outputSchema: tool.output as NonNullable<Tool["outputSchema"]>,
      annotations: {
        readOnlyHint: tool.isReadOnly,
        destructiveHint: false,
        idempotentHint: tool.isIdempotent,
        openWorldHint: tool.name === "trigger_participant",
      },
    }),
  );
  return listed;
}

/**
 * An MCP server over a service. Connect it to a transport; it holds no state, so a service may have any number of them.
 * An answer comes as structured content and as text that holds the same JSON. A refusal is a result with `isError` and
 * the envelope as text, and without structured content: clients hold that to the schema of answers.
 */
export function createMcpServer(service: Pick<ThreadService, "call">, tokenOf: TokenOf): Server {
  const server = new Server({ name, version }, { capabilities: { tools: {} } });

  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: [...tools()] }));

  // The library's own schema of calls drops parameters such as __proto__, which the service has to refuse. What has no
  // handler comes here as it was sent.
  server.fallbackRequestHandler = async ({ method, params = {} }, { requestInfo }): Promise<CallToolResult> => {
    if (method !== "tools/call") throw new McpError(ErrorCode.MethodNotFound, `There is no method "${method}".`);
    const { name: tool, arguments: given = {}, _meta: meta } = params;
    if (typeof tool !== "string" || !isMethodName(tool)) {
      const known = METHOD_NAMES.join(", ");
      throw new McpError(ErrorCode.InvalidParams, `There is no tool ${JSON.stringify(tool)}. Call one of ${known}.`);
    }
    try {
      const answer = await service.call(tool, given, tokenOf({ meta, headers: requestInfo?.headers }));
      return { content: [{ type: "text", text: JSON.stringify(answer) }], structuredContent: { ...answer } };
    } catch (refused) {
      // A service throws refusals alone; whatever else comes is no text for a model.
      if (!(refused instanceof ThreadError)) throw refused;
      return { isError: true, content: [{ type: "text", text: JSON.stringify(refused.toEnvelope()) }] };
    }
  };
  return server;
}
