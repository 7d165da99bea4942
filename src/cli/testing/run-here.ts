import type { Program } from "../frame/command.js";
import { runProgram } from "../frame/run-program.js";

export interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command in this process, in a folder, and collects what it prints. */
export async function runHere(
  program: Program,
  words: readonly string[],
  cwd: string,
  env: Record<string, string> = {},
  stdin = "",
): Promise<Outcome> {
  const stdout: string[] = [];
  const stderr: string[] = [];
  const code = await runProgram(program, words, {
    cwd,
    env,
    isTerminal: false,
    stdin: () => Promise.resolve(Buffer.from(stdin)),
    stdout: (text) => stdout.push(text),
    stderr: (text) => stderr.push(text),
  });
  return { code, stdout: stdout.join(""), stderr: stderr.join("") };
}
