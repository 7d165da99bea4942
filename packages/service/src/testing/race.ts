/** Processes that do their work at the same moment, to race for a file or a store. */

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

/** The line with which a process asks for the start, see {@link untilStart}. */
const READY = "ready";

export interface RaceOptions {
  /** The words for Node of each process. */
  readonly words: readonly (readonly string[])[];
  readonly environment?: NodeJS.ProcessEnv;
}

/**
 * Starts processes, releases them at the same moment and gathers the lines that each prints.
 * @throws Error where one fails
 */
export async function race({ words, environment }: RaceOptions): Promise<readonly (readonly string[])[]> {
  const racers = words.map((each) => {
    const child = spawn(process.execPath, each, { env: environment, stdio: ["pipe", "pipe", "inherit"] });
    const lines: string[] = [];
    const output = createInterface({ input: child.stdout });
    const isReady = new Promise<void>((resolve) => {
      output.on("line", (line) => {
        if (line === READY) return resolve();
        lines.push(line);
      });
    });
    return { child, lines, isReady, isDone: endOf(child) };
  });
  await Promise.all(racers.map(({ isReady, isDone }) => Promise.race([isReady, isDone])));
  for (const { child } of racers) child.stdin.write("go\n");
  await Promise.all(racers.map(({ isDone }) => isDone));
  return racers.map(({ lines }) => lines);
}

async function endOf(child: ChildProcess): Promise<void> {
  const [code, signal] = await once(child, "close");
  if (code !== 0) throw new Error(`a process ended with ${code ?? signal}`);
}

/** Waits for the start in a process of a {@link race}. */
export async function untilStart(): Promise<void> {
  process.stdout.write(`${READY}\n`);
  await once(process.stdin, "data");
  process.stdin.destroy();
}
