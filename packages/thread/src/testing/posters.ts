import { fileURLToPath } from "node:url";
import { race } from "@nexus-core/service/testing/race";
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
  /** How often each process posts two messages. */
  readonly count: number;
  readonly processes: number;
}

const SCRIPT = fileURLToPath(new URL("./poster.ts", import.meta.url));

/** Lets processes post to one thread at the same moment. @returns the answers that they got */
export async function runPosters(options: PostersOptions): Promise<readonly Posted[]> {
  const { environment, agent, thread, count, processes } = options;
  const words = ["--import", "tsx", SCRIPT, agent, thread, String(count)];
  const lines = await race({
    words: Array.from({ length: processes }, () => words),
    environment: { ...process.env, THREAD_KEYS: KEYS_FILE, THREAD_POST_QUOTA: "none", ...environment },
  });
  return lines.flat().map((line) => JSON.parse(line) as Posted);
}
