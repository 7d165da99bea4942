import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { onTestFinished } from "vitest";

const request = (id: number, method: string, params: object) =>
  `${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`;

/** The first message of a client. */
export const HELLO: string = request(0, "initialize", {
  protocolVersion: "2025-06-18",
  capabilities: {},
  clientInfo: { name: "raw", version: "1" },
});

/** A call of a tool, as a line of the protocol. */
export function toolCall(id: number, name: string, params: object = {}): string {
  return request(id, "tools/call", { name, arguments: params });
}

/** An MCP server on stdio to which a test writes by hand. It is killed when the test ends. */
export class RawServer {
  readonly child: ChildProcess;
  private readonly output: Promise<string>;
  private readonly errors: Promise<string>;
  private readonly ended: Promise<unknown[]>;

  /** @param words the arguments of Node, which begin with the program */
  constructor(words: readonly string[]) {
    this.child = spawn(process.execPath, words, { stdio: "pipe" });
    this.output = text(this.child.stdout!);
    this.errors = text(this.child.stderr!);
    this.ended = once(this.child, "exit");
    onTestFinished(() => void this.child.kill("SIGKILL"));
  }

  write(line: string): void {
    this.child.stdin!.write(line);
  }

  /** Waits for the first output. By then the server has read everything that was written before. */
  async answered(): Promise<void> {
    await once(this.child.stdout!, "data");
  }

  /** Stops reading the answers, as a client does that crashes. */
  goAway(): void {
    this.output.catch(() => {});
    this.child.stdout!.destroy();
  }

  /** Waits for the end of the process. Every line of its output must be JSON. */
  async end() {
    const [code, signal] = await this.ended;
    const answers = (await this.output)
      .split("\n")
      .slice(0, -1)
      .map((line) => JSON.parse(line) as { id: number; result?: Record<string, unknown> });
    return { code, signal, stderr: await this.errors, answers, ids: answers.map(({ id }) => id).sort((a, b) => a - b) };
  }
}
