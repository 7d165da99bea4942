/** The only file that ends the process. */

import { type ExitCode, NexusError, reasonOf } from "../errors.js";
import type { Program } from "./command.js";
import { runProgram } from "./run-program.js";

/** Runs a program as this process: its words are the arguments, its exit code ends it. */
export async function runMain(
  load: () => Promise<{ readonly program: Program }>,
  words: readonly string[] = process.argv.slice(2),
): Promise<void> {
  let isDone = false;
  const end = (code: ExitCode) => {
    isDone = true;
    process.exit(code);
  };
  const endWith = (thrown: unknown) => {
    const error =
      thrown instanceof NexusError ? thrown : NexusError.of("NXC_STRAY_ERROR", { reason: reasonOf(thrown) });
    process.stderr.write(`${error.line}\n`);
    end(3);
  };
  // A reader that closes early, such as head, misses the rest; the exit code stays what the command finds.
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") end(3);
  });
  // An adapter in this process may leave a promise behind; that is one line too, and never a stack trace.
  process.on("unhandledRejection", endWith);
  process.on("uncaughtException", endWith);
  // Code of others runs in this process. Were it to end it, silence and exit code 0 would look like success.
  process.on("exit", (code) => {
    if (isDone) return;
    process.stderr.write(`${NexusError.of("NXC_ENDED_EARLY", { code }).line}\n`);
    process.exitCode = 3;
  });
  const { program } = await load();
  const code = await runProgram(program, words, {
    cwd: process.cwd(),
    env: process.env,
    isTerminal: process.stdout.isTTY === true,
    stdout: (text) => process.stdout.write(text),
    stderr: (text) => process.stderr.write(text),
  });
  // What an adapter left running must not keep a finished run alive.
  process.stdout.write("", () => end(code));
}
