/** The times of wake-ups, in milliseconds. All of them are settings of the service. */
export interface WakeTimes {
  /** Interval between checks of a prompt that waits until a human stops typing. */
  readonly lookEveryMs: number;
  /** How long the keyboard must be quiet before a prompt is delivered. */
  readonly quietMs: number;
  /** The longest time that a prompt waits for a quiet keyboard. */
  readonly longestDeferralMs: number;
  /** A session without a heartbeat for this long counts as offline. */
  readonly staleMs: number;
  /** How long a session that was started or resumed may take to send a heartbeat, before another one is started. */
  readonly startGraceMs: number;
}

/** The first four are those of the contract. */
export const DEFAULT_TIMES: WakeTimes = {
  lookEveryMs: 5_000,
  quietMs: 20_000,
  longestDeferralMs: 60_000,
  staleMs: 120_000,
  startGraceMs: 60_000,
};
