/** What a wake-up needs to know about an agent's session. */
export interface KnownSession {
  readonly agentId: string;
  readonly workspaceId: string;
  readonly sessionId: string;
  /** Such as `codex_cli`. */
  readonly runtime: string;
  /** Whether a supervisor can reach it. */
  readonly managed: boolean;
  readonly resumable: boolean;
  /** The status in its latest heartbeat. */
  readonly status: "active" | "idle" | "offline";
  /** Time of that heartbeat in milliseconds. */
  readonly heardAt: number;
}

/** A session without a heartbeat for this long counts as offline (`thread.heartbeat_session.stale`). */
export const SILENCE_MS = 120_000;

/** Whether a session has a recent heartbeat and is not offline. */
export function isLive({ status, heardAt }: KnownSession, now: number): boolean {
  return status !== "offline" && now - heardAt < SILENCE_MS;
}

/**
 * An agent's sessions in the order in which to wake them: live before offline, and then the latest heartbeat first
 * (`thread.trigger_participant.latest-session`).
 */
export function inOrderOfReach(sessions: readonly KnownSession[], now: number): readonly KnownSession[] {
  return [...sessions].sort(
    (one, other) => Number(isLive(other, now)) - Number(isLive(one, now)) || other.heardAt - one.heardAt,
  );
}
