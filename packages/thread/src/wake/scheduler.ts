import { type Clock, systemClock } from "../base/clock.js";
import type { ThreadService } from "../thread-service.js";

/** How often prompts are checked that another process has left behind. Its own ones a process checks on time. */
const POLL_MS = 5_000;

/**
 * Checks prompts when they are due, without keeping the process alive.
 * @param note receives errors; the next check tries again
 * @returns a function that stops the checks, after waiting for the current one
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

  async function look(): Promise<void> {
    do {
      isAskedAgain = false;
      await service.runDueWakes();
    } while (isAskedAgain && !isStopped);
  }

  /** Checks what is due, and then sleeps until the next prompt is. Checks do not overlap. */
  function start(): void {
    clearTimeout(timer);
    isAskedAgain = true;
    looking ??= look()
      .then(() => service.nextWakeAt())
      .catch((thrown: unknown) => note(thrown instanceof Error ? thrown.message : String(thrown)))
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
  };
}
