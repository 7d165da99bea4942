/**
 * What happens where a human types in the session that is to be woken: the prompt waits until the keyboard has been
 * quiet for a while, and is given up when that takes too long.
 */

/** How often a prompt that waits is looked at. */
export const LOOK_EVERY_MS = 5_000;
/** A timer that comes a moment early must not wait for its next turn. */
export const LOOK_SLACK_MS = 250;
/** For so long nobody may have typed. */
export const QUIET_MS = 20_000;
/** So long a prompt waits at most. */
export const LONGEST_DEFERRAL_MS = 60_000;

/** Whether somebody may still be typing who was last seen to at that time; undefined is never. */
export function isTyping(seenAt: number | undefined, now: number): boolean {
  return seenAt !== undefined && now - seenAt < QUIET_MS;
}

/** Of two times at which a human was seen to type, either of which may be unknown, the later one. */
export function laterOf(one: number | undefined, other: number | undefined): number | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return Math.max(one, other);
}

/** After so long it is quiet, if nobody types from now on. */
export function quietIn(seenAt: number, now: number): number {
  return Math.max(1, Math.min(QUIET_MS, seenAt + QUIET_MS - now));
}

export interface Waiting {
  readonly deferredUntil: number;
  /** When a human was last seen to type. */
  readonly typedAt: number | undefined;
}

/** What to do with a prompt that waits: `deliver` it, look again `later`, or `give-up`. */
export function judgeWaiting({ deferredUntil, typedAt }: Waiting, now: number): "deliver" | "later" | "give-up" {
  // A process that slept past the end delivers nothing: whoever asked was told that it would not come later.
  if (now > deferredUntil) return "give-up";
  if (!isTyping(typedAt, now)) return "deliver";
  return now === deferredUntil ? "give-up" : "later";
}
