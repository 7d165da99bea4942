import { LOOK_EVERY_MS } from "./collision.js";

/**
 * Looks at deferred prompts every five seconds, as long as the process has something else to live for.
 * @param note is told what went wrong; the next look tries again
 * @returns ends it, once the look that is under way is over
 */
export function startLooking(service: { runDueWakes(): Promise<void> }, note: (text: string) => void) {
  let looking: Promise<void> | undefined;
  const look = () => {
    // A slow look is not joined by another one: what it has not reached would be looked at twice.
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
