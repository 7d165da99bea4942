import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";

interface Held {
  readonly text: string;
  readonly signal: AbortSignal;
  release(): void;
}

/**
 * An MCP server with three tools: `echo` answers at once with its `text` and the credential of the call, `hold` does the
 * same when the test releases it, and `ping-client` asks the client back.
 */
export class TestServer {
  readonly server = new Server({ name: "test", version: "1" }, { capabilities: { tools: {} } });
  /** The running calls of `hold`, in the order in which they came. */
  readonly held: Held[] = [];

  constructor() {
    this.server.fallbackRequestHandler = async ({ params = {} }, { signal, requestInfo, authInfo }) => {
      const { name, arguments: given } = params as { name: string; arguments: { text: string } };
      if (name === "ping-client") await this.server.ping();
      if (name === "hold") await new Promise<void>((release) => this.held.push({ text: given.text, signal, release }));
      const told = { text: given.text, from: requestInfo?.headers["authorization"], admitted: authInfo?.clientId };
      const result: CallToolResult = { content: [], structuredContent: told };
      return result;
    };
  }

  /** How many entries the library has in all its tables: its handlers, and what it still knows about calls. */
  get remembered(): number {
    return Object.values(this.server).reduce(
      (sum, member) => sum + (member instanceof Map || member instanceof Set ? member.size : 0),
      0,
    );
  }
}
