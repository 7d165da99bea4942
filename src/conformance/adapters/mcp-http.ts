/** `mcp-http:URL`: an MCP server that runs already, over streamable HTTP. */

import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { NexusError } from "../../errors.js";
import type { Adapter } from "../adapter.js";
import { ConnectionPool } from "./connection-pool.js";
import type { TimeLimit } from "./conversation.js";
import type { LoadContext } from "./launch.js";
import { toolName } from "./mapping.js";
import { detailOf, McpConnection, unreachableIn, type Wire } from "./mcp-connection.js";
import { loadMcpSdk, type McpSdk } from "./mcp-sdk.js";
import { unreachable } from "./unreachable.js";

/**
 * Connects once to learn what the server offers.
 * @throws NexusError NXC_ADAPTER_FORM, NXC_ADAPTER_MAPPING or NXC_MCP_MISSING
 */
export async function loadMcpHttpAdapter(text: string, { limit, contract, mapping }: LoadContext): Promise<Adapter> {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/u.test(url.protocol)) {
    throw NexusError.of("NXC_ADAPTER_FORM", { form: `mcp-http:${text}` }, "--adapter");
  }
  const handOver = mapping.workspace;
  if (handOver !== "none" && !(typeof handOver === "object" && "param" in handOver)) {
    const reason = "a server over HTTP runs already, so workspace must be { param: NAME } or none";
    throw NexusError.of("NXC_ADAPTER_MAPPING", { reason });
  }
  const sdk = await loadMcpSdk();
  const connect = () => McpConnection.over(new HttpWire(url, sdk), sdk, limit);
  try {
    const connection = await connect();
    const offered = await connection.tools().finally(() => connection.end());
    const pool = new ConnectionPool(connect, () => mapping.pool === true);
    return {
      name: connection.server?.name ?? text,
      version: connection.server?.version ?? "",
      tools: [...contract.tools.keys()].filter((tool) => offered.has(toolName(mapping, tool))),
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

class HttpWire implements Wire {
  readonly transport: Transport;
  private readonly http: InstanceType<McpSdk["StreamableHTTPClientTransport"]>;
  private over = false;
  /** What the library noticed and told nobody, such as an answer that is no JSON. */
  private noticed = "";

  constructor(url: URL, sdk: McpSdk) {
    this.http = new sdk.StreamableHTTPClientTransport(url);
    this.http.onerror = (error) => {
      this.noticed = `; the client noticed: ${detailOf(error)}`;
    };
    // The library's class and its interface disagree about an optional member under exactOptionalPropertyTypes.
    this.transport = this.http as Transport;
  }

  get isOver(): boolean {
    return this.over;
  }

  async waitFor<T>(answer: Promise<T>, call: string, time: TimeLimit): Promise<T> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        this.over = true;
        reject(unreachableIn(call, `no answer within ${time.limit} ms${this.noticed}`));
      }, time.left);
    });
    try {
      return await Promise.race([answer, late]);
    } finally {
      clearTimeout(timer);
    }
  }

  /** A server may keep a session; one that is busy or gone is not waited for. */
  async end(): Promise<void> {
    if (!this.over) await this.http.terminateSession().catch(() => undefined);
    await this.abandon();
  }

  async abandon(): Promise<void> {
    this.over = true;
    await this.http.close().catch(() => undefined);
  }
}
