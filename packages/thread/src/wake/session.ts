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
  /** The status in its latest heartbeat; offline if that is too long ago. */
  readonly status: "active" | "idle" | "offline";
  /** Time of that heartbeat in milliseconds. */
  readonly heardAt: number;
}

export function isLive({ status }: KnownSession): boolean {
  return status !== "offline";
}

/**
 * An agent's sessions in the order in which to wake them: live before offline, and then the latest heartbeat first
 * (`thread.trigger_participant.latest-session`).
 */
export function inOrderOfReach(sessions: readonly KnownSession[]): readonly KnownSession[] {
  return [...sessions].sort((one, other) => Number(isLive(other)) - Number(isLive(one)) || other.heardAt - one.heardAt);
}
