import { setTimeout as wait } from "node:timers/promises";
import { type Clock, systemClock } from "../base/clock.js";
import type { ThreadService } from "../thread-service.js";

/** How often prompts are checked that another process has left behind. Its own ones a process checks on time. */
const POLL_MS = 5_000;
/** How long the next check waits for the last one, which may wait for a slow program. */
const PATIENCE_MS = 1_000;
/** Number of checks that may be under way, so that slow programs cannot use up the machine. */
const MOST_CHECKS = 4;

/**
 * Checks prompts when they are due, without keeping the process alive.
 * @param note receives errors; the next check tries again
 * @returns a function that stops the checks, after waiting for those under way
 */
export function startLooking(
  service: Pick<ThreadService, "runDueWakes" | "nextWakeAt" | "onScheduled">,
  note: (text: string) => void,
  clock: Clock = systemClock,
): () => Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> | undefined;
  let isStopped = false;
  let isAskedAgain = false;
  const checks = new Set<Promise<void>>();
  const noteError = (thrown: unknown) => note(thrown instanceof Error ? thrown.message : String(thrown));

  /** Begins a check, and waits for its end unless a program keeps it busy. */
  async function look(): Promise<void> {
    do {
      isAskedAgain = false;
      const check = service.runDueWakes();
      let isLate = false;
      const ended: Promise<void> = check
        .catch((thrown: unknown) => {
          if (isLate) noteError(thrown);
        })
        .finally(() => checks.delete(ended));
      checks.add(ended);
      await Promise.race([check, wait(PATIENCE_MS, undefined, { ref: false })]);
      isLate = true;
      if (checks.size >= MOST_CHECKS) await Promise.race(checks);
    } while (isAskedAgain && !isStopped);
  }

  /** Checks what is due, and then sleeps until the next prompt is. */
  function start(): void {
    clearTimeout(timer);
    isAskedAgain = true;
    looking ??= look()
      .then(() => service.nextWakeAt())
      .catch(noteError)
      .then((next) => {
        looking = undefined;
        if (isStopped) return;
        if (isAskedAgain) return start();
        const delay = typeof next === "number" ? Math.max(1, Math.min(POLL_MS, next - clock.now())) : POLL_MS;
        timer = setTimeout(start, delay).unref();
      });
  }

  const forget = service.onScheduled(start);
  start();
  return async () => {
    isStopped = true;
    forget();
    clearTimeout(timer);
    await looking;
    await Promise.all(checks);
  };
}
