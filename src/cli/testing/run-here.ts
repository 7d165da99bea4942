import { runProgram } from "../run-program.js";
import type { Program } from "../command.js";

export interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command in this process, in a folder, and collects what it prints. */
export async function runHere(program: Program, words: readonly string[], cwd: string, env: Record<string, string> = {}): Promise<Outcome> {
  let stdout = "";
  let stderr = "";
  const code = await runProgram(program, words, {
    cwd,
    env,
    isTerminal: false,
    stdout: (text) => void (stdout += text),
    stderr: (text) => void (stderr += text),
  });
  return { code, stdout, stderr };
}
