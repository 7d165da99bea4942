import { setImmediate as nextTurn } from "node:timers/promises";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import type { ExitCode } from "@nexus-core/service/command-line/refused";
import { reasonOf } from "nexus-core/base";
import { createMcpServer, metaToken } from "../mcp.js";
import type { ThreadService } from "../thread-service.js";
import { note } from "./note.js";
import { whenToEnd } from "./when-to-end.js";

/** As much as over HTTP, and room for what a client sends before it has read an answer. */
const LONGEST_MESSAGE = 4 * 1024 * 1024;

/**
 * Serves until the client closes its end or a signal comes, and then until every call that was taken is answered.
 * @param token of the agent for which this process stands; undefined where each call brings its own
 * @returns 0, or 3 when the connection broke down or an error was not caught
 */
export async function serveStdio(service: ThreadService, token: string | undefined): Promise<ExitCode> {
  const calls = new RunningCalls(service);
  const server = createMcpServer(calls, metaToken(token));
  const transport = new StdioServerTransport(process.stdin, process.stdout, { maxBufferSize: LONGEST_MESSAGE });
  server.onerror = (error) => note(problemOf(error));

  const ending = whenToEnd((end, fail) => {
    process.stdin.once("end", () => end(0));
    process.stdin.on("error", fail);
    // A client that has gone reads no answers; that is its right.
    process.stdout.on("error", (error: NodeJS.ErrnoException) => (error.code === "EPIPE" ? end(0) : fail(error)));
    server.onclose = () => end(3);
  });
  await server.connect(transport);
  const code = await ending;
  // No new call is taken while those that run come to their end.
  process.stdin.pause();
  await calls.finished();
  await new Promise((written) => process.stdout.write("", written));
  await server.close();
  process.stdin.destroy();
  return code;
}

/** Calls that have been taken and not been answered yet. */
class RunningCalls implements Pick<ThreadService, "call"> {
  private readonly running = new Set<Promise<unknown>>();

  constructor(private readonly service: Pick<ThreadService, "call">) {}

  readonly call: ThreadService["call"] = (method: string, params: unknown, token?: string) => {
    const call = this.service.call(method, params, token);
    this.running.add(call);
    const forget = () => this.running.delete(call);
    call.then(forget, forget);
    return call as Promise<never>;
  };

  async finished(): Promise<void> {
    // What has been read reaches its method, and an answer the output, within the turn that it began in.
    await nextTurn();
    while (this.running.size > 0) {
      await Promise.allSettled(this.running);
      await nextTurn();
    }
  }
}

/** What the library says of a line that it could not use. The line is passed over, and the connection goes on. */
function problemOf(error: Error): string {
  if (error instanceof SyntaxError) {
    return `a line of the input was passed over, since it is not JSON: ${reasonOf(error)}`;
  }
  if (error.name === "ZodError") return "a line of the input was passed over, since it is no JSON-RPC 2.0 message";
  return reasonOf(error);
}
