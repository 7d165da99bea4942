import { setImmediate as nextTurn } from "node:timers/promises";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { reasonOf } from "nexus-core/base";
import { visibleLine } from "nexus-core/visible-text";
import { createHarness, type Harness } from "../harness.js";
import { createMcpServer, type Served } from "../mcp.js";
import type { ExitCode, ServeOptions } from "./nexus-mcp.js";

/** A message may carry an artifact. Longer ones cost the library more than their length, piece by piece. */
const LONGEST_MESSAGE = 16 * 1024 * 1024;

/**
 * Serves until the client closes its end or a signal comes, and then until every call that has been taken is answered.
 * @returns 0, or 3 when the connection broke down
 */
export async function serve({ project, prefix, harnessId, decisions }: ServeOptions): Promise<ExitCode> {
  const calls = new RunningCalls();
  const server = createMcpServer(calls.of(createHarness({ root: project, harnessId })), { prefix, decisions });
  const transport = new StdioServerTransport(process.stdin, process.stdout, { maxBufferSize: LONGEST_MESSAGE });
  server.onerror = (error) => note(problemOf(error));

  const ending = whenToEnd((close) => {
    server.onclose = close;
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

/** Whatever comes first: the client closes its end, a signal, or a connection that broke down. */
function whenToEnd(onClose: (close: () => void) => void): Promise<ExitCode> {
  return new Promise((end) => {
    const fail = (thrown: unknown) => {
      note(reasonOf(thrown));
      end(3);
    };
    process.stdin.once("end", () => end(0));
    process.stdin.on("error", fail);
    // A second signal comes where a terminal and a starter both pass on the first; the calls still have to finish.
    for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, () => end(0));
    // A client that has gone reads no answers; that is its right.
    process.stdout.on("error", (error: NodeJS.ErrnoException) => (error.code === "EPIPE" ? end(0) : fail(error)));
    process.on("uncaughtException", fail);
    process.on("unhandledRejection", fail);
    onClose(() => end(3));
  });
}

/** Calls that have been taken and not been answered yet. */
class RunningCalls {
  private readonly running = new Set<Promise<unknown>>();

  of(harness: Harness): Required<Served> {
    return {
      call: (tool, params) => this.awaited(harness.call(tool, params)),
      decide: (decision, params) => this.awaited(harness.decide(decision, params)),
    };
  }

  private awaited<Answer>(call: Promise<Answer>): Promise<Answer> {
    this.running.add(call);
    const forget = () => this.running.delete(call);
    call.then(forget, forget);
    return call;
  }

  async finished(): Promise<void> {
    // What has been read reaches its tool, and an answer the output, within the turn that it began in.
    await nextTurn();
    while (this.running.size > 0) {
      await Promise.allSettled(this.running);
      await nextTurn();
    }
  }
}

/** What the library says of a line that it could not use. The line is passed over, and the connection goes on. */
function problemOf(error: Error): string {
  if (error instanceof SyntaxError)
    return `a line of the input was passed over, since it is not JSON: ${reasonOf(error)}`;
  if (error.name === "ZodError") return "a line of the input was passed over, since it is no JSON-RPC 2.0 message";
  return reasonOf(error);
}

function note(text: string): void {
  process.stderr.write(`nexus-mcp: ${visibleLine(text)}\n`);
}
