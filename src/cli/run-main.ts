/** The only file that ends the process. */

import { Console } from "node:console";
import { type ExitCode, NexusError } from "../base/errors.js";
import { reasonOf } from "../base/reason-of.js";
import type { Context, Program } from "./frame/command.js";
import { runProgram } from "./frame/run-program.js";
import { standardInput } from "./frame/standard-input.js";

/** Runs a program as this process, and ends the process with its exit code. */
export async function runMain(
  load: () => Promise<{ readonly program: Program }>,
  words: readonly string[] = process.argv.slice(2),
): Promise<void> {
  const guard = guardProcess();
  try {
    const { program } = await load();
    await guard.end(await runProgram(program, words, processContext()));
  } catch (thrown) {
    // The program could not even start: the working directory is gone, or the package is not built.
    process.stderr.write(`${NexusError.from(thrown).line}\n`);
    await guard.end(3);
  }
}

/** The world of this process. @throws Error when the working directory is gone */
export function processContext(): Context {
  return {
    cwd: process.cwd(),
    env: process.env,
    isTerminal: process.stdout.isTTY === true,
    stdin: standardInput,
    ask: process.stdin.isTTY === true && process.stdout.isTTY === true ? askTheUser : undefined,
    stdout: (text) => process.stdout.write(text),
    stderr: (text) => process.stderr.write(text),
  };
}

async function askTheUser(question: string): Promise<string> {
  const { createInterface } = await import("node:readline/promises");
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return await terminal.question(question);
  } finally {
    terminal.close();
  }
}

/** Adapters and configurations run in this process. None of them may end a run unseen. */
function guardProcess(): { readonly end: (code: ExitCode) => Promise<void> } {
  // Standard output belongs to the report.
  globalThis.console = new Console(process.stderr);
  let isDone = false;
  let worst: ExitCode = 0;
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    // A reader such as head closes the output early. The exit code still tells the result.
    if (error.code === "EPIPE") return;
    process.stderr.write(`${NexusError.of("NXC_STDOUT", { reason: error.code ?? reasonOf(error) }).line}\n`);
    worst = 3;
  });
  // Nothing can be said there any more. Left alone, the error would come back as an uncaught one, to be said there.
  process.stderr.on("error", () => undefined);
  // An error in a stray timer or promise: one line, and the run goes on, so that its report is not lost.
  const note = (thrown: unknown) => {
    const isOurs = thrown instanceof NexusError;
    const error = isOurs ? thrown : NexusError.of("NXC_STRAY_ERROR", { reason: reasonOf(thrown) });
    process.stderr.write(`${error.line}\n`);
    worst = 3;
  };
  process.on("unhandledRejection", note);
  process.on("uncaughtException", note);
  // If an adapter ended the process, silence and exit code 0 would look like success.
  process.on("exit", (code) => {
    if (isDone) return;
    process.stderr.write(`${NexusError.of("NXC_ENDED_EARLY", { code }).line}\n`);
    process.exitCode = 3;
  });
  return {
    end: async (code) => {
      await new Promise((resolve) => process.stdout.write("", resolve));
      // Errors of the last writes and of the last case arrive one turn later.
      await new Promise((resolve) => setImmediate(resolve));
      isDone = true;
      // An adapter may have left something running. It must not keep the process alive.
      process.exit(Math.max(code, worst));
    },
  };
}
