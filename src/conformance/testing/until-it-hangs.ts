/** Time for tests of programs that never answer. */

import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { vi } from "vitest";
import { temporaryFolder } from "../../testing/temporary-folder.js";
import { LIMIT } from "./process-misdeeds.js";

/** The kit lets an adapter give up first. */
export const LIMIT_OF_CALL = LIMIT + 100;

/** What an implementation in this process does that hangs. */
export function neverAnswers(): Promise<never> {
  writeFileSync(process.env["NEXUS_FAKE_HANGS"] ?? "", "");
  return new Promise(() => undefined);
}

/**
 * Does something in which the limits of the kit are over as soon as a fake program says that it hangs, and not before: a
 * slow machine makes no program silent, and nobody waits for the end of a limit.
 * @param limit the limit that is to be over, and no longer one
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
      // What the program wrote before it said so arrives meanwhile.
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
