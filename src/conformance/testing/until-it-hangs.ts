/** Controls time in tests of programs that never answer. */

import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { vi } from "vitest";
import { temporaryFolder } from "../../testing/temporary-folder.js";
import { LIMIT } from "./process-misdeeds.js";

/** The kit's own limit is later, so that the limit of an adapter acts first. */
export const LIMIT_OF_CALL = LIMIT + 100;

/** An implementation in this process that hangs. */
export function neverAnswers(): Promise<never> {
  writeFileSync(process.env["NEXUS_FAKE_HANGS"] ?? "", "");
  return new Promise(() => undefined);
}

/**
 * Runs work in which time limits expire as soon as a fake program reports that it hangs, and not before. So the test neither
 * fails on a slow machine nor waits for a real time limit.
 * @param limit how far to advance the clock, in milliseconds
 */
export async function untilItHangs<T>(work: () => Promise<T>, limit = LIMIT): Promise<T> {
  const said = join(temporaryFolder(), "hangs");
  process.env["NEXUS_FAKE_HANGS"] = said;
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    let isOver = false;
    const end = () => {
      isOver = true;
    };
    const outcome = work();
    outcome.then(end, end);
    while (!isOver) {
      const hangs = existsSync(said);
      // Gives earlier output of the program time to arrive.
      await pause(5);
      if (!hangs) continue;
      rmSync(said);
      vi.advanceTimersByTime(limit);
    }
    return await outcome;
  } finally {
    vi.useRealTimers();
    delete process.env["NEXUS_FAKE_HANGS"];
  }
}
