import { spawn } from "node:child_process";
import { createInterface } from "node:readline/promises";
import { fileURLToPath } from "node:url";
import type { Environment } from "../config.js";
import type { PostMessageAnswer } from "../generated/contract.js";
import { KEYS_FILE } from "./tokens.js";

export interface Posted {
  readonly idempotency_key: string;
  readonly answer: PostMessageAnswer;
}

export interface PostersOptions {
  readonly environment: Environment;
  readonly agent: string;
  readonly thread: string;
  /** How often each of them posts in twos. */
  readonly count: number;
  readonly processes: number;
  /** Ends each of them with SIGKILL once it has printed so many answers. */
  readonly killAfter?: number;
}

/** Starts processes that post to one thread at the same moment, and gathers what they were answered. */
export async function runPosters(options: PostersOptions): Promise<readonly Posted[]> {
  const { environment, agent, thread, count, killAfter = Number.POSITIVE_INFINITY } = options;
  const script = fileURLToPath(new URL("./poster.ts", import.meta.url));
  const posters = Array.from({ length: options.processes }, () => {
    const child = spawn(process.execPath, ["--import", "tsx", script, agent, thread, String(count)], {
      env: { ...process.env, THREAD_KEYS: KEYS_FILE, THREAD_POST_QUOTA: "none", ...environment },
      stdio: ["pipe", "pipe", "inherit"],
    });
    const posted: Posted[] = [];
    let ready: () => void;
    const isReady = new Promise<void>((resolve) => {
      ready = resolve;
    });
    const lines = createInterface({ input: child.stdout });
    lines.on("line", (line) => {
      if (line === "ready") return ready();
      posted.push(JSON.parse(line) as Posted);
      if (posted.length === killAfter) child.kill("SIGKILL");
    });
    const isDone = new Promise<void>((resolve, reject) => {
      child.once("error", reject);
      child.once("close", (code, signal) =>
        code === 0 || signal === "SIGKILL" ? resolve() : reject(new Error(`a poster ended with ${code}`)),
      );
    });
    return { child, posted, isReady, isDone };
  });
  await Promise.all(posters.map(({ isReady, isDone }) => Promise.race([isReady, isDone])));
  for (const { child } of posters) child.stdin.write("go\n");
  await Promise.all(posters.map(({ isDone }) => isDone));
  return posters.flatMap(({ posted }) => posted);
}
