import { spawn } from "node:child_process";
import { join } from "node:path";
import { text as textOf } from "node:stream/consumers";

export interface ToolRun {
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs an installed tool with nothing of this machine's environment but the path to Node. */
export async function runTool(
  tools: string,
  [name = "", ...words]: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>>,
): Promise<ToolRun> {
  const child = spawn(join(tools, "node_modules/.bin", name), words, {
    cwd,
    env: { PATH: process.env["PATH"], ...env },
    stdio: ["ignore", "pipe", "pipe"],
    timeout: 120_000,
  });
  const [stdout, stderr] = await Promise.all([textOf(child.stdout), textOf(child.stderr)]);
  return { stdout, stderr };
}
