/**
 * Keeps a prompt from interrupting a human who types in the target session. The prompt waits until the keyboard has been
 * quiet for a while, and is given up if that takes too long.
 */

/** Interval between checks of a waiting prompt. */
export const LOOK_EVERY_MS = 5_000;
/** Tolerance for timers that fire slightly early, so that they need not wait for the next interval. */
export const LOOK_SLACK_MS = 250;
/** How long the keyboard must be quiet before a prompt is delivered. */
export const QUIET_MS = 20_000;
/** The longest time that a prompt waits. */
export const LONGEST_DEFERRAL_MS = 60_000;

/** Whether a human may still be typing. `seenAt` is the time of the last input; undefined means none. */
export function isTyping(seenAt: number | undefined, now: number): boolean {
  return seenAt !== undefined && now - seenAt < QUIET_MS;
}

/** The later of two input times, either of which may be unknown. */
export function laterOf(one: number | undefined, other: number | undefined): number | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return Math.max(one, other);
}

/** Milliseconds until the keyboard counts as quiet, if there is no further input. */
export function quietIn(seenAt: number, now: number): number {
  return Math.max(1, Math.min(QUIET_MS, seenAt + QUIET_MS - now));
}

export interface Waiting {
  readonly deferredUntil: number;
  /** Time of the last human input. */
  readonly typedAt: number | undefined;
}

/** What to do with a waiting prompt: `deliver` it, check again `later`, or `give-up`. */
export function judgeWaiting({ deferredUntil, typedAt }: Waiting, now: number): "deliver" | "later" | "give-up" {
  // A process that wakes up too late delivers nothing: the caller was promised no delivery after this time.
  if (now > deferredUntil) return "give-up";
  if (!isTyping(typedAt, now)) return "deliver";
  return now === deferredUntil ? "give-up" : "later";
}
