/** The only file that ends the process. */

import { NexusError } from "../errors.js";
import type { Program } from "./command.js";
import { runProgram } from "./run-program.js";

/** Runs a program as this process: its words are the arguments, its exit code ends it. */
export async function runMain(
  load: () => Promise<{ readonly program: Program }>,
  words: readonly string[] = process.argv.slice(2),
): Promise<void> {
  // A reader that closes early, such as head, is no error.
  process.stdout.on("error", (error: NodeJS.ErrnoException) => process.exit(error.code === "EPIPE" ? 0 : 3));
  // An adapter in this process may leave a promise behind; that is one line too, and never a stack trace.
  process.on("unhandledRejection", endWith);
  process.on("uncaughtException", endWith);
  const { program } = await load();
  const code = await runProgram(program, words, {
    cwd: process.cwd(),
    env: process.env,
    isTerminal: process.stdout.isTTY === true,
    stdout: (text) => process.stdout.write(text),
    stderr: (text) => process.stderr.write(text),
  });
  // What an adapter left running must not keep a finished run alive.
  process.stdout.write("", () => process.exit(code));
}

function endWith(thrown: unknown): never {
  process.stderr.write(`${NexusError.from(thrown).line}\n`);
  process.exit(3);
}
