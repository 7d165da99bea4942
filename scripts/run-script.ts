/** How a script of this folder ends. */

import { NexusError } from "../src/base/errors.js";

/**
 * Runs a script whose exit code is what it returns. What it throws is told in one line and ends it with 2.
 * @param name stands before the line
 */
export async function runScript(name: string, main: (args: string[]) => number | Promise<number>): Promise<void> {
  // Whoever reads no further wants no more of it.
  process.stdout.on("error", () => process.exit(0));
  try {
    process.exitCode = await main(process.argv.slice(2));
  } catch (thrown) {
    process.stderr.write(`${name}: ${(thrown as Error).message.split("\n", 1)[0]}\n`);
    process.exitCode = 2;
  }
}

/**
 * Tells in one line what a script threw, and ends it with the exit code of that.
 * @returns the exit code
 */
export function endWith(thrown: unknown): number {
  const { line, exitCode } = NexusError.from(thrown);
  process.stderr.write(`${line}\n`);
  process.exitCode = exitCode;
  return exitCode;
}
