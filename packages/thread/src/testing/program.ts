import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";

/** The program file of `nexus-thread`. */
export const BIN = fileURLToPath(new URL("../../bin/nexus-thread.js", import.meta.url));

/** A minimal environment, with only the variables of the test's own that starting a process requires. */
export function environment(more: Readonly<Record<string, string>> = {}): Record<string, string> {
  return { PATH: process.env["PATH"] ?? "", ...more };
}

/** Runs `nexus-thread` with these words to its end. */
export function run(words: readonly string[], cwd: string, more: Readonly<Record<string, string>> = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [BIN, ...words], {
    cwd,
    encoding: "utf8",
    input: "",
    env: environment(more),
    timeout: 30_000,
  });
  return { status, stdout, stderr };
}

/** A running `nexus-thread`. It is ended with the test at the latest. */
export class Program {
  readonly child: ChildProcess;
  private readonly stderr: Promise<string>;

  /** @param nodeFlags flags for Node itself */
  constructor(words: readonly string[], cwd: string, nodeFlags: readonly string[] = []) {
    this.child = spawn(process.execPath, [...nodeFlags, BIN, ...words], { cwd, stdio: "pipe", env: environment() });
    this.stderr = text(this.child.stderr!);
    onTestFinished(() => void this.child.kill("SIGKILL"));
  }

  /** Writes JSON-RPC requests to standard input in one piece, with their positions as ids. */
  send(...requests: readonly { readonly method: string; readonly params: object }[]): void {
    const lines = requests.map((request, id) => `${JSON.stringify({ jsonrpc: "2.0", id, ...request })}\n`);
    this.child.stdin!.write(lines.join(""));
  }

  /** The next line of output. */
  async line(): Promise<string> {
    const [data] = (await once(this.child.stdout!, "data")) as [Buffer];
    return data.toString();
  }

  async end(signal?: NodeJS.Signals) {
    const ended = once(this.child, "exit");
    if (signal !== undefined) this.child.kill(signal);
    const [code, by] = await ended;
    return { code, by, stderr: await this.stderr };
  }
}
