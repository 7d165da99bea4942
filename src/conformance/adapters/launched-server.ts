/** A server over HTTP that the kit starts and ends itself. */

import { once } from "node:events";
import { createServer } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { NexusError } from "../../base/errors.js";
import { ChildProcess } from "./child-process.js";
import { graceOf, type Launch } from "./launch.js";
import { unreachableIn } from "./mcp-connection.js";

/** Stands for the port, in the URL and in the words of the command. */
export const PORT = "{PORT}";

const BETWEEN_LOOKS_MS = 20;

export class LaunchedServer {
  private constructor(
    readonly url: URL,
    private readonly child: ChildProcess,
    private readonly limit: number,
    private readonly port: number,
  ) {}

  /**
   * Starts a server on a free port, and waits until its URL answers anything.
   * @param limit milliseconds that this may take
   * @throws NexusError NXC_PROCESS_START, or NXC_MCP_UNREACHABLE if it ends or does not answer
   */
  static async start(url: string, { command, ...options }: Launch, limit: number): Promise<LaunchedServer> {
    const port = await freePort();
    try {
      const [program, ...words] = command.map((word) => word.replaceAll(PORT, String(port)));
      const child = await ChildProcess.start([program ?? "", ...words], options);
      const server = new LaunchedServer(new URL(url.replaceAll(PORT, String(port))), child, limit, port);
      await server.ready().catch(async (thrown: unknown) => {
        await child.kill("SIGKILL");
        throw thrown;
      });
      return server;
    } catch (thrown) {
      lent.delete(port);
      throw thrown;
    }
  }

  get lastWords(): string {
    return this.child.lastWords;
  }

  get hasEnded(): boolean {
    return this.child.ending !== undefined;
  }

  /**
   * Ends it with a signal, and all processes that it started.
   * @throws NexusError NXC_PROCESS_STUBBORN if SIGTERM was not enough
   */
  async kill(signal: "SIGTERM" | "SIGKILL"): Promise<void> {
    const ended = await this.child.kill(signal, graceOf(this.limit));
    lent.delete(this.port);
    if (ended) return;
    throw NexusError.of("NXC_PROCESS_STUBBORN", { how: "did not end on SIGTERM", words: this.child.lastWords });
  }

  private async ready(): Promise<void> {
    for (const began = performance.now(); ; await pause(BETWEEN_LOOKS_MS)) {
      const isThere = await this.answers();
      const { ending, lastWords } = this.child;
      if (ending !== undefined) throw unreachableIn("launch", `the server ended ${ending}`, lastWords);
      if (isThere) return;
      if (performance.now() - began < this.limit) continue;
      throw unreachableIn("launch", `its URL did not answer within ${this.limit} ms`, lastWords);
    }
  }

  private async answers(): Promise<boolean> {
    try {
      const response = await fetch(this.url, { signal: AbortSignal.timeout(this.limit) });
      await response.body?.cancel();
      return true;
    } catch {
      return false;
    }
  }
}

/** The ports of servers that are starting or running. */
const lent = new Set<number>();

/**
 * A port that no other server of this kit has: the system gives the same one twice while nobody listens there, and a case
 * would talk to the server of another. A program of somebody else could still take it, and the server then says so.
 */
export async function freePort(ask: () => Promise<number> = portOfSystem): Promise<number> {
  for (;;) {
    const port = await ask();
    if (lent.has(port)) continue;
    lent.add(port);
    return port;
  }
}

async function portOfSystem(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  return typeof address === "object" && address !== null ? address.port : 0;
}
