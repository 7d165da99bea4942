import { inOrderOfReach, isLive, type KnownSession } from "./session.js";

/** How a participant is reached. A new session has none yet. */
export type Attempt =
  | { readonly action: "trigger_runtime" | "resume_session"; readonly session: KnownSession }
  | { readonly action: "spawn_session" };

export type WakePlan =
  /** The participant has read everything, or is at work and will. */
  | { readonly kind: "not-needed"; readonly why: "read" | "active" }
  | {
      readonly kind: "attempts";
      /** What to try, one after the other, until one of them delivers. The last one starts a new session. */
      readonly attempts: readonly Attempt[];
      /** The session that stands for the participant where it has one. */
      readonly session: KnownSession | undefined;
    };

/**
 * Who is woken how. A live managed session goes first (`thread.trigger_participant.delivers`); an unmanaged one never
 * gets a prompt through its runtime (`.unmanaged`); what can be resumed follows, and a new session comes last.
 */
export function planWake(sessions: readonly KnownSession[], hasUnread: boolean, now: number): WakePlan {
  const ordered = inOrderOfReach(sessions, now);
  const [session] = ordered;
  if (!hasUnread) return { kind: "not-needed", why: "read" };
  if (session !== undefined && session.status === "active" && isLive(session, now)) {
    return { kind: "not-needed", why: "active" };
  }
  const reachable = ordered.find((candidate) => candidate.managed && isLive(candidate, now));
  const resumable = ordered.find((candidate) => candidate.resumable);
  return {
    kind: "attempts",
    session,
    attempts: [
      ...(reachable === undefined ? [] : [{ action: "trigger_runtime", session: reachable } as const]),
      ...(resumable === undefined ? [] : [{ action: "resume_session", session: resumable } as const]),
      { action: "spawn_session" },
    ],
  };
}
