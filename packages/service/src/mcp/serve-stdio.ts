import { setImmediate as nextTurn } from "node:timers/promises";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { reasonOf } from "nexus-core/base";
import { type ServerExit, whenToEnd } from "../process/when-to-end.js";
import { createMcpServer, type McpServerOptions } from "./create-mcp-server.js";
import type { ServedTool } from "./served-tool.js";

export interface StdioOptions extends McpServerOptions {
  /** Bytes of the longest message. The SDK copies an unfinished message with every piece, so long ones cost much more. */
  readonly longestMessage: number;
}

/**
 * Serves until the client closes its end or a signal comes, then answers every call that it has read.
 * @returns 0, or 3 when the connection broke down or an error was not caught
 */
export async function serveStdio({ longestMessage, ...options }: StdioOptions): Promise<ServerExit> {
  const { note } = options;
  const calls = new RunningCalls();
  const server = createMcpServer({ ...options, tools: options.tools.map((tool) => calls.watched(tool)) });
  const transport = new StdioServerTransport(process.stdin, process.stdout, { maxBufferSize: longestMessage });
  server.onerror = (error) => note(problemOf(error));

  const ending = whenToEnd(note, (end, fail) => {
    process.stdin.once("end", () => end(0));
    process.stdin.on("error", fail);
    // A client that is gone reads no answers. That is no failure of the server.
    process.stdout.on("error", (error: NodeJS.ErrnoException) => (error.code === "EPIPE" ? end(0) : fail(error)));
    server.onclose = () => end(3);
  });
  await server.connect(transport);
  const code = await ending;
  process.stdin.pause();
  await calls.finished();
  await new Promise((written) => process.stdout.write("", written));
  await server.close();
  process.stdin.destroy();
  return code;
}

/** Calls that have begun and are not answered yet. */
class RunningCalls {
  private readonly running = new Set<Promise<unknown>>();

  watched(tool: ServedTool): ServedTool {
    return {
      ...tool,
      run: (params, credential) => {
        const call = tool.run(params, credential);
        this.running.add(call);
        const forget = () => this.running.delete(call);
        call.then(forget, forget);
        return call;
      },
    };
  }

  async finished(): Promise<void> {
    // A message that was read reaches its tool, and an answer the output, within the same turn.
    await nextTurn();
    while (this.running.size > 0) {
      await Promise.allSettled(this.running);
      await nextTurn();
    }
  }
}

/** What the SDK says of a line that it could not use. It skips the line, and the connection goes on. */
function problemOf(error: Error): string {
  if (error instanceof SyntaxError) return `skipped a line of the input that is not JSON: ${reasonOf(error)}`;
  if (error.name === "ZodError") return "skipped a line of the input that is not a JSON-RPC 2.0 message";
  return reasonOf(error);
}
