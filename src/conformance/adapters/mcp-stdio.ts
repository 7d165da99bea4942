/** `mcp-stdio:COMMAND`: an MCP server over standard input and output. */

import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";
import { NexusError } from "../../base/errors.js";
import { show } from "../../base/json-schema.js";
import type { Adapter } from "./adapter.js";
import type { Surroundings } from "./connection-pool.js";
import { Conversation } from "./conversation.js";
import type { TimeLimit } from "./dialogue.js";
import { canPool, graceOf, type LaunchContext, type LoadContext, launchOf } from "./launch.js";
import { mcpAdapter } from "./mcp-adapter.js";
import { callOf, McpConnection, type Wire } from "./mcp-connection.js";
import { loadMcpSdk, type McpSdk } from "./mcp-sdk.js";
import { splitCommand } from "./split-command.js";

/** The member of a request's `_meta` for the credential, unless the mapping names another place. */
const CREDENTIAL_META = "nexus-core/credential";

/**
 * Starts the server once to learn what it offers.
 * @throws NexusError NXC_ADAPTER_COMMAND, NXC_ADAPTER_MAPPING or NXC_MCP_MISSING
 */
export async function loadMcpStdioAdapter(text: string, loading: LoadContext): Promise<Adapter> {
  const command = splitCommand(text);
  const sdk = await loadMcpSdk();
  const { limit, mapping, cwd } = loading;
  const { environment } = loading.contract;
  const handOver = mapping.workspace ?? "cwd";
  const member = credentialMember(loading);
  const form = {
    name: text,
    surfaces: ["tools", "process"],
    connect: async (context: LaunchContext) => {
      const { command: words, ...options } = launchOf(command, cwd, handOver, context);
      return McpConnection.over(
        new StdioWire(await Conversation.start(words, options), sdk, limit, member),
        sdk,
        limit,
      );
    },
    mayReuse: (context: Surroundings) => canPool(handOver, context, environment),
  };
  return mcpAdapter(form, loading);
}

/** Messages over standard input have no headers, so the credential must be in the message. */
function credentialMember({ mapping: { credential = { meta: CREDENTIAL_META } } }: LoadContext): string | undefined {
  if ("header" in credential) {
    const reason =
      "a server over standard input gets no headers, so credential must be { meta: KEY } or { param: NAME }";
    throw NexusError.of("NXC_ADAPTER_MAPPING", { reason });
  }
  return "meta" in credential ? credential.meta : undefined;
}

/** Carries the library's messages over a process that the kit itself starts and ends. */
class StdioWire implements Wire {
  readonly transport: Transport;

  constructor(
    private readonly conversation: Conversation,
    sdk: McpSdk,
    private readonly limit: number,
    readonly credentialMeta: string | undefined,
  ) {
    const transport: Transport = {
      start: async () => undefined,
      send: async (message) => this.send(message),
      close: async () => transport.onclose?.(),
    };
    this.transport = transport;
    conversation.onMessage = (message) => {
      const parsed = sdk.types.JSONRPCMessageSchema.safeParse(message);
      if (!parsed.success) conversation.reject(`${show(message)} is not a JSON-RPC message`);
      else if (isCall(parsed.data)) transport.onmessage?.(parsed.data);
      else if (parsed.data.id === undefined) conversation.reject(`${show(message)} has no id of a call`);
      else if (conversation.accept(parsed.data.id)) transport.onmessage?.(parsed.data);
    };
  }

  get isOver(): boolean {
    return this.conversation.isOver;
  }

  get lastWords(): string {
    return this.conversation.lastWords;
  }

  waitFor<T>(answer: Promise<T>, call: string, time: TimeLimit): Promise<T> {
    return this.conversation.waitFor(answer, call, time);
  }

  end(): Promise<void> {
    return this.conversation.end(graceOf(this.limit));
  }

  abandon(): Promise<void> {
    return this.conversation.abandon();
  }

  kill(signal: "SIGTERM" | "SIGKILL"): Promise<void> {
    return this.conversation.kill(signal, graceOf(this.limit));
  }

  private send(message: JSONRPCMessage): void {
    if (isCall(message) && "id" in message) {
      this.conversation.ask(message.id, callOf(message.method, message.params), message);
    } else {
      this.conversation.send(message);
    }
  }
}

function isCall(message: JSONRPCMessage): message is Extract<JSONRPCMessage, { method: string }> {
  return "method" in message;
}
