import { unreadOf } from "../store/cursors.js";
import { sessionsOf } from "../store/sessions.js";
import type { Transaction } from "../store/store.js";
import type { SessionRow } from "../store/tables.js";
import { planWake, type WakePlan } from "./plan.js";
import type { KnownSession } from "./session.js";
import type { WakeTarget } from "./tools.js";

/** The plan for waking the target, from its current sessions and unread messages. */
export async function planFor(tx: Transaction, target: WakeTarget, now: number): Promise<WakePlan> {
  const { threadId, workspaceId, agentId } = target;
  const sessions = await sessionsOf(tx, { workspace: workspaceId, agent: agentId });
  const unread = await unreadOf(tx, { thread: threadId, agent: agentId });
  return planWake(sessions.map(known), unread > 0, now);
}

function known(row: SessionRow): KnownSession {
  return {
    agentId: row.agent_id,
    workspaceId: row.workspace_id,
    sessionId: row.session_id,
    runtime: row.runtime,
    managed: row.management_mode === "managed",
    resumable: row.resumable === 1,
    status: row.status,
    heardAt: row.last_heartbeat_at,
  };
}
