import type { Caller } from "../base/caller.js";
import { newId } from "../base/new-id.js";
import { statement } from "./statement.js";
import type { Transaction } from "./store.js";
import type { AuditRow } from "./tables.js";

export interface AuditEntry {
  readonly at: number;
  readonly thread: string;
  readonly action: string;
  readonly reason: string;
  readonly details: Readonly<Record<string, unknown>>;
}

const insertAudit = statement((db, p: AuditRow) =>
  db.insertInto("audit").values({
    audit_id: p.audit_id,
    workspace_id: p.workspace_id,
    thread_id: p.thread_id,
    at: p.at,
    agent_id: p.agent_id,
    session_id: p.session_id,
    role: p.role,
    action: p.action,
    reason: p.reason,
    details: p.details,
  }),
);

const listAudit = statement((db, p: { thread: string }) =>
  db.selectFrom("audit").selectAll().where("thread_id", "=", p.thread).orderBy("at").orderBy("audit_id"),
);

/** Records an action that must be traceable later. */
export async function recordAudit(tx: Transaction, caller: Caller, entry: AuditEntry): Promise<void> {
  await tx.run(insertAudit, {
    audit_id: newId("aud", entry.at),
    workspace_id: caller.workspaceId,
    thread_id: entry.thread,
    at: entry.at,
    agent_id: caller.agentId,
    session_id: caller.sessionId,
    role: caller.role,
    action: entry.action,
    reason: entry.reason,
    details: JSON.stringify(entry.details),
  });
}

/** The recorded actions on a thread, oldest first. */
export function auditOf(tx: Transaction, thread: string): Promise<readonly AuditRow[]> {
  return tx.run(listAudit, { thread });
}
