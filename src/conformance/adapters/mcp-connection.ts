/** An initialized MCP session, over whichever wire. */

import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { NexusError, reasonOf } from "../../errors.js";
import { packageVersion } from "../../package-root.js";
import type { Session } from "../adapter.js";
import type { Connection } from "./connection-pool.js";
import { TimeLimit } from "./conversation.js";
import { answerOfToolResult, type ToolResult } from "./mcp-answer.js";
import type { McpClient, McpSdk } from "./mcp-sdk.js";
import { Refused } from "./refused.js";

/** What carries messages, and knows why it does not. */
export interface Wire extends Connection {
  readonly transport: Transport;
  waitFor<T>(answer: Promise<T>, call: string, time: TimeLimit): Promise<T>;
  /** Ends it at once, when it was of no use. */
  abandon(): Promise<void>;
  kill?(signal: "SIGTERM" | "SIGKILL"): Promise<void>;
}

export class McpConnection implements Connection {
  private constructor(
    private readonly sdk: McpSdk,
    private readonly client: McpClient,
    private readonly wire: Wire,
    private readonly limit: number,
  ) {}

  /** @throws NexusError when there is no MCP server at the other end */
  static async over(wire: Wire, sdk: McpSdk, limit: number): Promise<McpConnection> {
    const client = new sdk.Client({ name: "nexus-conformance", version: packageVersion }, { capabilities: {} });
    const connection = new McpConnection(sdk, client, wire, limit);
    try {
      await connection.during("initialize", (options) => client.connect(wire.transport, options));
      return connection;
    } catch (thrown) {
      await wire.abandon();
      throw thrown instanceof Refused ? unreachableIn("initialize", thrown.message, thrown) : thrown;
    }
  }

  get isOver(): boolean {
    return this.wire.isOver;
  }

  get server(): { readonly name: string; readonly version: string } | undefined {
    return this.client.getServerVersion();
  }

  /** Names of the tools that the server lists. */
  async tools(): Promise<ReadonlySet<string>> {
    const names = new Set<string>();
    const { ListToolsResultSchema } = this.sdk.types;
    try {
      for (let cursor: string | undefined, more = true; more; more = cursor !== undefined) {
        const request = { method: "tools/list", ...(cursor === undefined ? {} : { params: { cursor } }) } as const;
        const page = await this.during("tools/list", (options) =>
          this.client.request(request, ListToolsResultSchema, options),
        );
        for (const { name } of page.tools) names.add(name);
        cursor = page.nextCursor;
      }
    } catch (thrown) {
      throw thrown instanceof Refused ? unreachableIn("tools/list", thrown.message, thrown) : thrown;
    }
    return names;
  }

  session(giveBack: () => Promise<void>): Session {
    const { wire } = this;
    const kill = wire.kill?.bind(wire);
    return {
      call: async (tool, params) => {
        // The library's own callTool holds answers against the server's schema. That is for the oracles to judge.
        const result = await this.during(tool, (options) =>
          this.client.request(
            { method: "tools/call", params: { name: tool, arguments: { ...params } } },
            this.sdk.types.CallToolResultSchema,
            options,
          ),
        );
        return answerOfToolResult(result as ToolResult);
      },
      ...(kill === undefined ? {} : { kill }),
      close: giveBack,
    };
  }

  end(): Promise<void> {
    return this.wire.end();
  }

  /** The library's own limit is far away: the wire keeps the time, since it knows more about a silence. */
  private async during<T>(call: string, work: (options: { timeout: number }) => Promise<T>): Promise<T> {
    const time = new TimeLimit(this.limit);
    try {
      return await this.wire.waitFor(work({ timeout: this.limit * 2 + 60_000 }), call, time);
    } catch (thrown) {
      throw this.meaningOf(thrown, call);
    }
  }

  private meaningOf(thrown: unknown, call: string): Error {
    if (thrown instanceof NexusError) return thrown;
    const { McpError } = this.sdk.types;
    if (thrown instanceof McpError) {
      const message = thrown.message.replace(/^MCP error -?\d+: /u, "");
      return new Refused({ message, ...(thrown.data === undefined ? {} : { details: thrown.data }) });
    }
    const { issues } = Object(thrown) as { readonly issues?: readonly { message: string; path: unknown[] }[] };
    if (Array.isArray(issues)) {
      const [issue] = issues;
      const problem = `${issue?.message ?? "it has another form"} at /${(issue?.path ?? []).join("/")}`;
      return NexusError.of("NXC_PROTOCOL_INVALID", { call, problem, words: "" }, undefined, thrown);
    }
    return unreachableIn(call, detailOf(thrown), thrown);
  }
}

export function unreachableIn(call: string, reason: string, cause?: unknown): NexusError {
  return NexusError.of("NXC_MCP_UNREACHABLE", { call, reason }, undefined, cause);
}

/** What `fetch` throws says little; its cause says what happened. */
export function detailOf(thrown: unknown): string {
  const { cause } = Object(thrown) as { readonly cause?: unknown };
  const { code } = Object(cause) as { readonly code?: unknown };
  const detail = cause === undefined ? "" : reasonOf(cause) || String(code ?? "");
  return detail === "" ? reasonOf(thrown) : `${reasonOf(thrown)}: ${detail}`;
}
