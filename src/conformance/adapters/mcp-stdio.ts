/** `mcp-stdio:COMMAND`: an MCP server over standard input and output. */

import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";
import { show } from "../../json-schema.js";
import type { Adapter, OpenContext } from "../adapter.js";
import { ConnectionPool } from "./connection-pool.js";
import { Conversation, type TimeLimit } from "./conversation.js";
import { canPool, graceOf, type LoadContext, launchOf } from "./launch.js";
import { toolName } from "./mapping.js";
import { McpConnection, type Wire } from "./mcp-connection.js";
import { loadMcpSdk, type McpSdk } from "./mcp-sdk.js";
import { splitCommand } from "./split-command.js";
import { unreachable } from "./unreachable.js";

/**
 * Starts the server once to learn what it offers.
 * @throws NexusError NXC_ADAPTER_COMMAND or NXC_MCP_MISSING
 */
export async function loadMcpStdioAdapter(text: string, loading: LoadContext): Promise<Adapter> {
  const command = splitCommand(text);
  const sdk = await loadMcpSdk();
  const { limit, mapping, contract } = loading;
  const handOver = mapping.workspace ?? "cwd";
  const connect = async (context?: OpenContext) => {
    const { command: words, ...options } = launchOf(command, loading.cwd, handOver, context);
    return McpConnection.over(new StdioWire(await Conversation.start(words, options), sdk, limit), sdk, limit);
  };
  try {
    const connection = await connect();
    const offered = await connection.tools().finally(() => connection.end());
    const pool = new ConnectionPool(connect, (context) => mapping.pool === true && canPool(handOver, context));
    return {
      name: connection.server?.name ?? text,
      version: connection.server?.version ?? "",
      tools: [...contract.tools.keys()].filter((tool) => offered.has(toolName(mapping, tool))),
      surfaces: ["tools", "process"],
      open: async (context) => {
        const taken = await pool.take(context);
        return taken.session(() => pool.give(taken, context));
      },
      close: () => pool.end(),
    };
  } catch (thrown) {
    return unreachable(text, thrown);
  }
}

/** Carries the library's messages over a process that the kit holds in its hand. */
class StdioWire implements Wire {
  readonly transport: Transport;

  constructor(
    private readonly conversation: Conversation,
    sdk: McpSdk,
    private readonly limit: number,
  ) {
    const transport: Transport = {
      start: async () => undefined,
      send: async (message) => this.send(message),
      close: async () => transport.onclose?.(),
    };
    this.transport = transport;
    conversation.onMessage = (message) => {
      const parsed = sdk.types.JSONRPCMessageSchema.safeParse(message);
      if (!parsed.success) conversation.reject(`${show(message)} is no JSON-RPC message`);
      else if (isCall(parsed.data) || this.mayArrive(parsed.data)) transport.onmessage?.(parsed.data);
    };
  }

  get isOver(): boolean {
    return this.conversation.isOver;
  }

  waitFor<T>(answer: Promise<T>, call: string, time: TimeLimit): Promise<T> {
    return this.conversation.waitFor(answer, call, time);
  }

  end(): Promise<void> {
    return this.conversation.end(graceOf(this.limit));
  }

  abandon(): Promise<void> {
    return this.conversation.kill("SIGKILL");
  }

  kill(signal: "SIGTERM" | "SIGKILL"): Promise<void> {
    return this.conversation.kill(signal);
  }

  private send(message: JSONRPCMessage): void {
    if (isCall(message) && "id" in message) {
      const name = message.params?.["name"];
      const call = message.method === "tools/call" && typeof name === "string" ? name : message.method;
      this.conversation.ask(message.id, call, message);
    } else {
      this.conversation.send(message);
    }
  }

  private mayArrive(message: { readonly id?: string | number | undefined }): boolean {
    return message.id !== undefined && this.conversation.accept(message.id);
  }
}

function isCall(message: JSONRPCMessage): message is Extract<JSONRPCMessage, { method: string }> {
  return "method" in message;
}
