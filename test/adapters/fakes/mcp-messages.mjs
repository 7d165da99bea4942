// The messages of an MCP server, without the library: the answer to each request.

export const toolResult = (value) => ({ content: [{ type: "text", text: JSON.stringify(value) }] });
export const toolError = (text) => ({ isError: true, content: [{ type: "text", text }] });

/** The result of everything but a tool call; undefined for a request that this server does not know. */
export function resultOf({ method, params }) {
  if (method === "initialize") {
    const { protocolVersion } = params;
    return { protocolVersion, capabilities: { tools: {} }, serverInfo: { name: "fake", version: "1" } };
  }
  if (method === "tools/list") {
    return { tools: ["add", "read", "reset"].map((name) => ({ name, inputSchema: { type: "object" } })) };
  }
  return method === "ping" ? {} : undefined;
}

/** The result of a tool call. */
export function callOf({ params: { name, arguments: given = {} } }, tools) {
  try {
    return toolResult(tools[name](given));
  } catch (refused) {
    return toolError(refused.message);
  }
}
