/** The MCP client library: an optional peer of this package, loaded when an MCP adapter is used and not before. */

import { loadPeer } from "../../load-peer.js";

/** @throws NexusError NXC_MCP_MISSING */
export function loadMcpSdk() {
  return loadPeer(async () => {
    const [{ Client }, { StreamableHTTPClientTransport }, types] = await Promise.all([
      import("@modelcontextprotocol/sdk/client/index.js"),
      import("@modelcontextprotocol/sdk/client/streamableHttp.js"),
      import("@modelcontextprotocol/sdk/types.js"),
    ]);
    return { Client, StreamableHTTPClientTransport, types };
  }, "NXC_MCP_MISSING");
}

export type McpSdk = Awaited<ReturnType<typeof loadMcpSdk>>;
export type McpClient = InstanceType<McpSdk["Client"]>;
