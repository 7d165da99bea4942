/**
 * Keeps a prompt from interrupting a human who types in the target session. The prompt waits until the keyboard has been
 * quiet for a while, and is given up if that takes too long.
 */

import type { WakeTimes } from "./times.js";

type Quiet = Pick<WakeTimes, "quietMs">;

/** Whether a human may still be typing. `seenAt` is the time of the last input; undefined means none. */
export function isTyping(seenAt: number | undefined, now: number, { quietMs }: Quiet): boolean {
  return seenAt !== undefined && now - seenAt < quietMs;
}

/** The later of two input times, either of which may be unknown. */
export function laterOf(one: number | undefined, other: number | undefined): number | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return Math.max(one, other);
}

/** Milliseconds until the keyboard counts as quiet, if there is no further input. */
export function quietIn(seenAt: number, now: number, { quietMs }: Quiet): number {
  return Math.max(1, Math.min(quietMs, seenAt + quietMs - now));
}

/** When to check a waiting prompt again: at the next interval, or earlier if the keyboard may be quiet by then. */
export function nextLookAt(typedAt: number, deferredUntil: number, now: number, times: WakeTimes): number {
  return Math.min(now + Math.min(times.lookEveryMs, quietIn(typedAt, now, times)), Math.max(now + 1, deferredUntil));
}

export interface Waiting {
  readonly deferredUntil: number;
  /** Time of the last human input. */
  readonly typedAt: number | undefined;
}

/** What to do with a waiting prompt: `deliver` it, check again `later`, or `give-up`. */
export function judgeWaiting(
  { deferredUntil, typedAt }: Waiting,
  now: number,
  times: Quiet,
): "deliver" | "later" | "give-up" {
  // A process that wakes up too late delivers nothing: the caller was promised no delivery after this time.
  if (now > deferredUntil) return "give-up";
  if (!isTyping(typedAt, now, times)) return "deliver";
  return now === deferredUntil ? "give-up" : "later";
}
