/** An initialized MCP session over any wire. */

import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { NexusError } from "../../base/errors.js";
import { packageVersion } from "../../base/package-root.js";
import { reasonOf } from "../../base/reason-of.js";
import type { Session } from "./adapter.js";
import type { Connection } from "./connection-pool.js";
import { TimeLimit } from "./dialogue.js";
import { answerOfToolResult, type ToolResult } from "./mcp-answer.js";
import type { McpClient, McpSdk } from "./mcp-sdk.js";
import { isObject, Refused, refusedWith } from "./refused.js";

interface RequestOptions {
  readonly timeout: number;
  readonly onresumptiontoken: () => void;
}

/** Carries messages, and knows the reason for a failure. */
export interface Wire extends Connection {
  /** The member of `_meta` for the credential, if it is sent in the message. */
  readonly credentialMeta?: string | undefined;
  /** Runs work whose requests carry a credential outside the message, such as in a header. */
  withCredential?<T>(credential: string, work: () => Promise<T>): Promise<T>;
  /** Whether a response with this HTTP status is a refusal by the implementation. */
  isRefusal?(status: unknown): boolean;
  readonly transport: Transport;
  /** The last output of the server on standard error, as the end of a sentence. */
  readonly lastWords: string;
  /** Called if the client can fetch an answer again after a broken connection. */
  onResumable?(): void;
  waitFor<T>(answer: Promise<T>, call: string, time: TimeLimit): Promise<T>;
  /** Ends it immediately after a failed start. */
  abandon(): Promise<void>;
  readonly kill?: ((signal: "SIGTERM" | "SIGKILL") => Promise<void>) | undefined;
}

export class McpConnection implements Connection {
  /** Set after anything except an answer or a refusal, because the state of the session is unknown then. */
  private isSpoiled = false;

  private constructor(
    private readonly sdk: McpSdk,
    private readonly client: McpClient,
    private readonly wire: Wire,
    private readonly limit: number,
  ) {}

  /** @throws NexusError if the other end is not a working MCP server */
  static async over(wire: Wire, sdk: McpSdk, limit: number): Promise<McpConnection> {
    const client = new sdk.Client({ name: "nexus-conformance", version: packageVersion }, { capabilities: {} });
    const connection = new McpConnection(sdk, client, wire, limit);
    try {
      await connection.during("initialize", (options) => client.connect(wire.transport, options));
      return connection;
    } catch (thrown) {
      await wire.abandon();
      await connection.forget();
      throw connection.orUnreachable(thrown, "initialize");
    }
  }

  get isOver(): boolean {
    return this.isSpoiled || this.wire.isOver;
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
      throw this.orUnreachable(thrown, "tools/list");
    }
    return names;
  }

  session(giveBack: () => Promise<void>): Session {
    const { wire } = this;
    const kill = async (signal: "SIGTERM" | "SIGKILL") => {
      await wire.kill?.(signal).finally(() => this.forget());
    };
    return {
      call: async (tool, params, { credential } = {}) => {
        // callTool of the library would check answers against the server's schema. The oracles do that.
        const { credentialMeta: member } = wire;
        const meta = member === undefined || credential === undefined ? {} : { _meta: { [member]: credential } };
        const request = { method: "tools/call" as const, params: { name: tool, arguments: { ...params }, ...meta } };
        const ask = (options: RequestOptions) =>
          this.client.request(request, this.sdk.types.CallToolResultSchema, options);
        const result = await this.during(tool, (options) =>
          credential === undefined || wire.withCredential === undefined
            ? ask(options)
            : wire.withCredential(credential, () => ask(options)),
        );
        return answerOfToolResult(result as ToolResult);
      },
      ...(wire.kill === undefined ? {} : { kill }),
      close: giveBack,
    };
  }

  async end(): Promise<void> {
    await this.wire.end().finally(() => this.forget());
  }

  /** Closes the library's client, whose timers would keep the process alive. */
  private async forget(): Promise<void> {
    await this.client.close().catch(() => undefined);
  }

  /** Sets the library's time limit so high that the wire's limit acts first: the wire can say more about the cause. */
  private async during<T>(call: string, work: (options: RequestOptions) => Promise<T>): Promise<T> {
    const time = new TimeLimit(this.limit);
    const options = { timeout: this.limit * 2 + 60_000, onresumptiontoken: () => this.wire.onResumable?.() };
    try {
      return await this.wire.waitFor(work(options), call, time);
    } catch (thrown) {
      const meaning = this.meaningOf(thrown, call);
      this.isSpoiled ||= !(meaning instanceof Refused);
      throw meaning;
    }
  }

  private meaningOf(thrown: unknown, call: string): Error {
    if (thrown instanceof NexusError) return thrown;
    const { McpError } = this.sdk.types;
    if (thrown instanceof McpError) {
      const message = thrown.message.replace(/^MCP error -?\d+: /u, "");
      const forms = [thrown.data].filter(isObject);
      return new Refused({ message, forms, ...(thrown.data === undefined ? {} : { details: thrown.data }) });
    }
    const { issues } = Object(thrown) as { readonly issues?: readonly { message: string; path: unknown[] }[] };
    if (Array.isArray(issues)) {
      const [issue] = issues;
      const problem = `${issue?.message ?? "it has another form"} at /${(issue?.path ?? []).join("/")}`;
      const words = this.wire.lastWords;
      return NexusError.of("NXC_PROTOCOL_INVALID", { call, problem, words }, undefined, thrown);
    }
    const { code } = Object(thrown) as { readonly code?: unknown };
    if (this.wire.isRefusal?.(code) === true) return refusedWith(saidIn(thrown));
    return unreachableIn(call, detailOf(thrown), this.wire.lastWords, thrown);
  }

  /** Requests before the first tool call are not calls of the contract, so a refusal of them is a failure of the server. */
  private orUnreachable(thrown: unknown, call: string): unknown {
    return thrown instanceof Refused ? unreachableIn(call, thrown.message, this.wire.lastWords, thrown) : thrown;
  }
}

/** The name of a request in messages: the tool of a tool call, otherwise the method. */
export function callOf(method: string, params: Readonly<Record<string, unknown>> = {}): string {
  const { name } = params;
  return method === "tools/call" && typeof name === "string" ? name : method;
}

/** @param said text of the server, which may be a whole HTML page; it is shortened to one line */
export function unreachableIn(call: string, said: string, words = "", cause?: unknown): NexusError {
  const reason = said.replaceAll(/\s+/gu, " ").trim().slice(0, 300) + words;
  return NexusError.of("NXC_MCP_UNREACHABLE", { call, reason }, undefined, cause);
}

/** The reason for an error, including its cause: errors of `fetch` say what happened only there. */
export function detailOf(thrown: unknown): string {
  const { cause, code: status } = Object(thrown) as { readonly cause?: unknown; readonly code?: unknown };
  const { code } = Object(cause) as { readonly code?: unknown };
  const detail = cause === undefined ? "" : reasonOf(cause) || String(code ?? "");
  const said = thrown instanceof Error ? thrown.message : reasonOf(thrown);
  const reason = detail === "" ? said : `${said}: ${detail}`;
  const prefix = typeof status === "number" && status >= 300 ? `HTTP ${status}: ` : "";
  return prefix + withoutPrefix(reason);
}

/** The text of a server's refusal. */
function saidIn(thrown: unknown): string {
  return withoutPrefix(thrown instanceof Error ? thrown.message : String(thrown));
}

function withoutPrefix(reason: string): string {
  return reason.replace(/^Streamable HTTP error: (?:Error POSTing to endpoint: )?/u, "");
}
