import { statement } from "./statement.js";
import type { Transaction } from "./store.js";
import type { SessionRow } from "./tables.js";

/** The content of a heartbeat. The mode is null if the heartbeat does not give one. */
export interface Heartbeat extends Omit<SessionRow, "management_mode"> {
  readonly mode: SessionRow["management_mode"] | null;
}

const keepHeartbeat = statement((db, p: Heartbeat & { first_mode: SessionRow["management_mode"] }) =>
  db
    .insertInto("sessions")
    .values({
      workspace_id: p.workspace_id,
      session_id: p.session_id,
      agent_id: p.agent_id,
      runtime: p.runtime,
      management_mode: p.first_mode,
      resumable: p.resumable,
      status: p.status,
      last_heartbeat_at: p.last_heartbeat_at,
    })
    .onConflict((conflict) =>
      conflict
        .columns(["workspace_id", "session_id"])
        .doUpdateSet(({ ref, fn, val }) => ({
          runtime: ref("excluded.runtime"),
          management_mode: fn.coalesce(val(p.mode), ref("sessions.management_mode")),
          resumable: ref("excluded.resumable"),
          status: ref("excluded.status"),
          last_heartbeat_at: ref("excluded.last_heartbeat_at"),
        }))
        .whereRef("sessions.agent_id", "=", "excluded.agent_id"),
    )
    .returning("session_id"),
);

/** Sessions of which the latest ones matter to a wake-up. */
const LATEST = 16;

const listLatest = statement((db, p: { workspace: string; agent: string }) =>
  db
    .selectFrom("sessions")
    .selectAll()
    .where("workspace_id", "=", p.workspace)
    .where("agent_id", "=", p.agent)
    .orderBy("last_heartbeat_at", "desc")
    .orderBy("session_id")
    .limit(LATEST),
);

const findResumable = statement((db, p: { workspace: string; agent: string }) =>
  db
    .selectFrom("sessions")
    .selectAll()
    .where("workspace_id", "=", p.workspace)
    .where("agent_id", "=", p.agent)
    .where("resumable", "=", 1)
    .orderBy("last_heartbeat_at", "desc")
    .orderBy("session_id")
    .limit(1),
);

const findForUpdate = statement((db, p: { workspace: string; session: string }, { lockRows }) => {
  const query = db
    .selectFrom("sessions")
    .selectAll()
    .where("workspace_id", "=", p.workspace)
    .where("session_id", "=", p.session);
  return lockRows ? query.forUpdate() : query;
});

/** A session, whose next heartbeat waits until this transaction ends. */
export async function lockSession(
  tx: Transaction,
  key: { workspace: string; session: string },
): Promise<SessionRow | undefined> {
  const [session] = await tx.run(findForUpdate, key);
  return session;
}

/**
 * Stores the latest heartbeat of a session. Returns false and stores nothing if the session belongs to another agent.
 */
export async function recordHeartbeat(tx: Transaction, heartbeat: Heartbeat): Promise<boolean> {
  const rows = await tx.run(keepHeartbeat, { ...heartbeat, first_mode: heartbeat.mode ?? "unmanaged" });
  return rows.length > 0;
}

/**
 * The sessions of an agent in a workspace that a wake-up may use, the latest heartbeat first: the latest ones, and the
 * latest that can be resumed. An agent may have had thousands.
 */
export async function sessionsOf(
  tx: Transaction,
  key: { workspace: string; agent: string },
): Promise<readonly SessionRow[]> {
  const latest = await tx.run(listLatest, key);
  if (latest.length < LATEST || latest.some(({ resumable }) => resumable === 1)) return latest;
  return [...latest, ...(await tx.run(findResumable, key))];
}
