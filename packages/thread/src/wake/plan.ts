import { inOrderOfReach, isLive, type KnownSession } from "./session.js";

/** One way to reach a participant. */
export type Attempt =
  | { readonly action: "trigger_runtime" | "resume_session"; readonly session: KnownSession }
  | { readonly action: "spawn_session" };

export type WakePlan =
  /** The participant has read everything, or is active and will read the rest. */
  | { readonly kind: "not-needed"; readonly why: "read" }
  | { readonly kind: "not-needed"; readonly why: "active"; readonly session: KnownSession }
  | {
      readonly kind: "attempts";
      /** Attempts to make one at a time until one delivers. The last one starts a new session. */
      readonly attempts: readonly Attempt[];
      /** The participant's preferred session; undefined if it has none. */
      readonly session: KnownSession | undefined;
    };

/** The session that the first attempt is for. A human may be typing in it, whether it would be triggered or resumed. */
export function firstSession({
  attempts: [first],
}: {
  readonly attempts: readonly Attempt[];
}): KnownSession | undefined {
  return first === undefined || first.action === "spawn_session" ? undefined : first.session;
}

/**
 * Plans how to wake a participant. A live managed session comes first (`thread.trigger_participant.delivers`), then a
 * resumable one, then a new one. An unmanaged session is never triggered through its runtime (`.unmanaged`).
 */
export function planWake(sessions: readonly KnownSession[], hasUnread: boolean): WakePlan {
  const ordered = inOrderOfReach(sessions);
  const [session] = ordered;
  if (!hasUnread) return { kind: "not-needed", why: "read" };
  if (session?.status === "active") {
    return { kind: "not-needed", why: "active", session };
  }
  const reachable = ordered.find((candidate) => candidate.managed && isLive(candidate));
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
