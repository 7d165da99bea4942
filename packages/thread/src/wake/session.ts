/** What the registry knows of a session of an agent, as far as a wake-up cares. */
export interface KnownSession {
  readonly agentId: string;
  readonly workspaceId: string;
  readonly sessionId: string;
  /** Such as `codex_cli`. */
  readonly runtime: string;
  /** Whether a supervisor can reach it. */
  readonly managed: boolean;
  readonly resumable: boolean;
  /** What its latest heartbeat said. */
  readonly status: "active" | "idle" | "offline";
  /** When that heartbeat came, in milliseconds. */
  readonly heardAt: number;
}

/** A session from which nothing was heard for so long counts as offline (`thread.heartbeat_session.stale`). */
export const SILENCE_MS = 120_000;

/** Whether a session can be reached at all. */
export function isLive({ status, heardAt }: KnownSession, now: number): boolean {
  return status !== "offline" && now - heardAt < SILENCE_MS;
}

/**
 * Sessions of one agent, the one to wake first: live ones go before those that are offline, and among equals the one
 * heard of last (`thread.trigger_participant.latest-session`).
 */
export function inOrderOfReach(sessions: readonly KnownSession[], now: number): readonly KnownSession[] {
  return [...sessions].sort(
    (one, other) => Number(isLive(other, now)) - Number(isLive(one, now)) || other.heardAt - one.heardAt,
  );
}
