import { LOOK_EVERY_MS } from "./collision.js";

/**
 * Checks deferred prompts every five seconds, without keeping the process alive.
 * @param note receives errors; the next check tries again
 * @returns a function that stops the checks, after waiting for the current one
 */
export function startLooking(service: { runDueWakes(): Promise<void> }, note: (text: string) => void) {
  let looking: Promise<void> | undefined;
  const look = () => {
    // Checks must not overlap, or the prompts that a slow check has not reached would be checked twice.
    looking ??= service
      .runDueWakes()
      .catch((thrown: unknown) => note(thrown instanceof Error ? thrown.message : String(thrown)))
      .finally(() => {
        looking = undefined;
      });
  };
  const timer = setInterval(look, LOOK_EVERY_MS).unref();
  return async (): Promise<void> => {
    clearInterval(timer);
    await looking;
  };
}
