/** Loads the MCP client library, an optional peer of this package, only if an MCP adapter is used. */

import { NexusError } from "../../base/errors.js";

export const MCP_CLIENT = "@modelcontextprotocol/sdk";

/** Libraries that an MCP server in JavaScript is built on. */
export const MCP_SERVER_LIBRARIES = [MCP_CLIENT, "@modelcontextprotocol/server", "fastmcp"];

/** @throws NexusError NXC_MCP_MISSING if the package is not installed */
export async function loadMcpSdk(load: () => Promise<McpSdk> = importSdk): Promise<McpSdk> {
  try {
    return await load();
  } catch (thrown) {
    const { code } = Object(thrown) as { readonly code?: unknown };
    if (code !== "ERR_MODULE_NOT_FOUND") throw thrown;
    throw NexusError.of("NXC_MCP_MISSING", {}, undefined, thrown);
  }
}

async function importSdk() {
  const [{ Client }, { StreamableHTTPClientTransport }, types] = await Promise.all([
    import("@modelcontextprotocol/sdk/client/index.js"),
    import("@modelcontextprotocol/sdk/client/streamableHttp.js"),
    import("@modelcontextprotocol/sdk/types.js"),
  ]);
  return { Client, StreamableHTTPClientTransport, types };
}

export type McpSdk = Awaited<ReturnType<typeof importSdk>>;
export type McpClient = InstanceType<McpSdk["Client"]>;
