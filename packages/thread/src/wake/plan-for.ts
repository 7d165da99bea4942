import { sessionsOf } from "../store/sessions.js";
import type { Transaction } from "../store/store.js";
import type { SessionRow } from "../store/tables.js";
import { unreadOf } from "../store/unread.js";
import { planWake, type WakePlan } from "./plan.js";
import type { KnownSession } from "./session.js";
import type { WakeTarget } from "./tools.js";

/** The plan for waking the target, from its current sessions and unread messages. */
export async function planFor(tx: Transaction, target: WakeTarget, now: number, staleMs: number): Promise<WakePlan> {
  const { threadId, workspaceId, agentId } = target;
  const sessions = await sessionsOf(tx, { workspace: workspaceId, agent: agentId });
  const unread = await unreadOf(tx, { workspace: workspaceId, thread: threadId, agent: agentId });
  return planWake(
    sessions.map((row) => known(row, now - staleMs)),
    unread > 0,
  );
}

/** @param staleSince the time before which a session without a heartbeat counts as offline */
function known(row: SessionRow, staleSince: number): KnownSession {
  return {
    agentId: row.agent_id,
    workspaceId: row.workspace_id,
    sessionId: row.session_id,
    runtime: row.runtime,
    managed: row.management_mode === "managed",
    resumable: row.resumable === 1,
    // (`thread.heartbeat_session.stale`)
    status: row.last_heartbeat_at > staleSince ? row.status : "offline",
    heardAt: row.last_heartbeat_at,
  };
}
