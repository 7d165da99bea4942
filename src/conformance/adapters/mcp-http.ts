/** `mcp-http:URL`: an MCP server over streamable HTTP, which runs already or is launched for each case. */

import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as pause } from "node:timers/promises";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { NexusError } from "../../base/errors.js";
import type { Mapping } from "../../generated/config.js";
import type { Params } from "../fixture/case.js";
import type { Adapter } from "./adapter.js";
import { Dialogue, type MessageId, type TimeLimit } from "./dialogue.js";
import { canPool, graceOf, type LoadContext, launchOf } from "./launch.js";
import { LaunchedServer, PORT } from "./launched-server.js";
import { LONGEST_LINE } from "./line-buffer.js";
import { type McpForm, mcpAdapter } from "./mcp-adapter.js";
import { callOf, detailOf, McpConnection, unreachableIn, type Wire } from "./mcp-connection.js";
import { loadMcpSdk, type McpSdk } from "./mcp-sdk.js";
import { splitCommand } from "./split-command.js";

/** Time for the library to read an answer after its last byte has arrived. */
const LAST_WORDS_MS = 100;

/**
 * Connects once to learn what the server offers.
 * @throws NexusError NXC_ADAPTER_FORM, NXC_ADAPTER_MAPPING or NXC_MCP_MISSING
 */
export async function loadMcpHttpAdapter(text: string, loading: LoadContext): Promise<Adapter> {
  const { limit, contract, mapping } = loading;
  const isLaunched = mapping.launch !== undefined;
  const sample = isLaunched ? text.replaceAll(PORT, "1") : text;
  const url = URL.canParse(sample) ? new URL(sample) : undefined;
  if (url === undefined || !/^https?:$/u.test(url.protocol)) {
    throw NexusError.of("NXC_ADAPTER_FORM", { form: `mcp-http:${text}` }, "--adapter");
  }
  const sdk = await loadMcpSdk();
  const credentials = contract.credentials === undefined ? undefined : (mapping.credential ?? BEARER);
  const over = (to: URL, server?: LaunchedServer) =>
    McpConnection.over(new HttpWire(to, sdk, limit, credentials, server), sdk, limit);
  if (isLaunched) return mcpAdapter(launchedForm(text, loading, over), loading);
  checkHandOver(loading);
  const form = {
    name: text,
    surfaces: ["tools"],
    withoutEnvironment: true,
    connect: () => over(url),
    mayReuse: () => true,
  };
  return mcpAdapter(form, loading);
}

/** A server of its own for each case, like one over standard input and output. */
function launchedForm(
  text: string,
  { cwd, limit, mapping, contract: { environment } }: LoadContext,
  over: (url: URL, server: LaunchedServer) => Promise<McpConnection>,
): McpForm {
  if (!text.includes(PORT)) {
    const reason = `a server that is launched gets a port of its own each time, so its URL has ${PORT} in place of one`;
    throw NexusError.of("NXC_ADAPTER_MAPPING", { reason });
  }
  const command = splitCommand(mapping.launch ?? "");
  const handOver = mapping.workspace ?? "cwd";
  return {
    name: text,
    surfaces: ["tools", "process"],
    connect: async (context) => {
      const server = await LaunchedServer.start(text, launchOf(command, cwd, handOver, context), limit);
      return over(server.url, server);
    },
    mayReuse: (context) => canPool(handOver, context, environment),
  };
}

/** Where a credential is sent, unless the mapping says otherwise. */
const BEARER = { header: "authorization" };

/** HTTP status of a request whose credential the server does not accept. */
const REFUSALS: readonly unknown[] = [401, 403];

/** A running server cannot change its folder, so the mapping must say how it learns the workspace, if it needs one. */
function checkHandOver({ contract, mapping: { workspace } }: LoadContext): void {
  if (workspace === "none" || (typeof workspace === "object" && "param" in workspace)) return;
  if (workspace === undefined && contract.state.length === 0) return;
  const why = workspace === undefined ? `contract ${contract.id} has state files` : "it has no folder of its own";
  const reason = `a server over HTTP runs already and ${why}, so workspace must be { param: NAME } or none`;
  throw NexusError.of("NXC_ADAPTER_MAPPING", { reason });
}

/**
 * The credential of the current call. Calls of several actors share a session at the same time. One storage serves all
 * sessions, because in Node 20 each storage slows down every promise.
 */
const acting = new AsyncLocalStorage<string>();

/** Lets the library do the HTTP requests, and watches every response. */
class HttpWire implements Wire {
  readonly transport: Transport;
  /** Only a server that the kit has launched can be ended by it. */
  readonly kill: ((signal: "SIGTERM" | "SIGKILL") => Promise<void>) | undefined;
  readonly credentialMeta: string | undefined;
  private readonly dialogue = new Dialogue(() => "");
  private readonly http: InstanceType<McpSdk["StreamableHTTPClientTransport"]>;
  private hasEnded = false;
  private isResumable = false;

  constructor(
    url: URL,
    sdk: McpSdk,
    private readonly limit: number,
    /** Undefined if the contract has no credentials. */
    private readonly credentials: Mapping["credential"],
    /** Present if the kit has launched it. */
    private readonly server?: LaunchedServer,
  ) {
    this.kill =
      server === undefined
        ? undefined
        : async (signal) => {
            this.hasEnded = true;
            await server.kill(signal);
          };
    this.credentialMeta = credentials !== undefined && "meta" in credentials ? credentials.meta : undefined;
    this.http = new sdk.StreamableHTTPClientTransport(url, { fetch: (to, init) => this.fetch(to, init) });
    this.http.onmessage = (message) => {
      if ("method" in message) return;
      if (message.id !== undefined) this.dialogue.accept(message.id);
    };
    this.http.onerror = (error) => {
      // All other errors either fail the call as well, or concern a stream that is not needed.
      if (error instanceof SyntaxError) this.dialogue.reject(detailOf(error));
      if (error.name === "ZodError") this.dialogue.reject("it is not a JSON-RPC message");
    };
    // With exactOptionalPropertyTypes, the library's class does not match its own interface.
    this.transport = this.http as Transport;
  }

  get isOver(): boolean {
    return this.hasEnded || this.dialogue.isOver || this.server?.hasEnded === true;
  }

  get lastWords(): string {
    return this.server?.lastWords ?? "";
  }

  withCredential<T>(credential: string, work: () => Promise<T>): Promise<T> {
    return acting.run(credential, work);
  }

  /** In a contract without credentials, these statuses mean that the server rejects the kit itself. */
  isRefusal(status: unknown): boolean {
    return this.credentials !== undefined && REFUSALS.includes(status);
  }

  onResumable(): void {
    this.isResumable = true;
  }

  waitFor<T>(answer: Promise<T>, call: string, time: TimeLimit): Promise<T> {
    return this.dialogue.waitFor(answer, time, () => unreachableIn(call, `no answer within ${time.limit} ms`));
  }

  /**
   * Ends the server's session, but does not wait long for a server that is busy or gone.
   * @throws NexusError for an earlier failure that has not been reported
   */
  async end(): Promise<void> {
    if (!this.isOver) {
      const farewell = this.http.terminateSession().catch(() => undefined);
      await Promise.race([farewell, pause(graceOf(this.limit), undefined, { ref: false })]);
    }
    this.hasEnded = true;
    await this.http.close().catch(() => undefined);
    if (this.server !== undefined) await this.server.kill(this.server.hasEnded ? "SIGKILL" : "SIGTERM");
    const reason = await this.dialogue.unreportedReason();
    if (reason !== undefined) throw reason;
  }

  async abandon(): Promise<void> {
    this.hasEnded = true;
    await this.http.close().catch(() => undefined);
    await this.server?.kill("SIGKILL");
  }

  private headersOf({ headers }: RequestInit): Headers {
    const all = new Headers(headers);
    const { credentials } = this;
    const credential = acting.getStore();
    if (credential === undefined || credentials === undefined || !("header" in credentials)) return all;
    const name = credentials.header.toLowerCase();
    all.set(name, name === BEARER.header ? `Bearer ${credential}` : credential);
    return all;
  }

  /** Watches the stream with the answer to a call, because the library does not report a stream that breaks off. */
  private async fetch(to: string | URL, init: RequestInit = {}): Promise<Response> {
    const asked = askedIn(init.body);
    if (asked !== undefined) this.dialogue.ask(asked.id, asked.call);
    const response = await fetch(to, { ...init, headers: this.headersOf(init) });
    if (asked !== undefined && this.isRefusal(response.status)) this.dialogue.accept(asked.id);
    if (asked === undefined || response.body === null) return response;
    const lost = (reason: string) => {
      const isMissed = response.ok && this.dialogue.isAwaited(asked.id) && !this.isResumable && !this.hasEnded;
      if (isMissed) this.dialogue.fail(() => unreachableIn(asked.call, reason));
    };
    return new Response(ReadableStream.from(watched(response.body, lost)), response);
  }
}

/** Passes on a body up to the size limit. Calls `lost` with how it ended, after the library has had time to read it. */
async function* watched(body: AsyncIterable<Uint8Array>, lost: (reason: string) => void) {
  let length = 0;
  try {
    for await (const piece of body) {
      length += piece.length;
      if (length > LONGEST_LINE) throw new Error(`its answer has more than ${LONGEST_LINE} bytes`);
      yield piece;
    }
  } catch (thrown) {
    lost(detailOf(thrown));
    throw thrown;
  }
  setTimeout(lost, LAST_WORDS_MS, "its answer ended without a result").unref();
}

interface Asked {
  readonly id: MessageId;
  readonly call: string;
}

/** The call in a request of the library, or undefined for other requests. */
function askedIn(body: RequestInit["body"]): Asked | undefined {
  if (typeof body !== "string") return undefined;
  const { id, method, params } = JSON.parse(body) as { id?: MessageId; method?: string; params?: Params };
  return id === undefined || method === undefined ? undefined : { id, call: callOf(method, params) };
}
