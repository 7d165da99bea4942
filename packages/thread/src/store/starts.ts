import { statement } from "./statement.js";
import type { Transaction } from "./store.js";

interface AgentKey {
  readonly workspace: string;
  readonly agent: string;
}

const claim = statement((db, p: AgentKey & { until: number; now: number }) =>
  db
    .insertInto("starts")
    .values({ workspace_id: p.workspace, agent_id: p.agent, until: p.until })
    .onConflict((conflict) =>
      conflict
        .columns(["workspace_id", "agent_id"])
        .doUpdateSet(({ ref }) => ({ until: ref("excluded.until") }))
        .where("starts.until", "<=", p.now),
    )
    .returning("until"),
);

const find = startStatement(false);
const findForUpdate = startStatement(true);

function startStatement(forUpdate: boolean) {
  return statement((db, p: AgentKey, { lockRows }) => {
    const query = db
      .selectFrom("starts")
      .select("until")
      .where("workspace_id", "=", p.workspace)
      .where("agent_id", "=", p.agent);
    return forUpdate && lockRows ? query.forUpdate() : query;
  });
}

const remove = statement((db, p: AgentKey) =>
  db.deleteFrom("starts").where("workspace_id", "=", p.workspace).where("agent_id", "=", p.agent),
);

/**
 * Claims the right to start or resume a session for an agent. Of several callers only one gets it, until the session has
 * sent a heartbeat or the time is over.
 */
export async function claimStart(tx: Transaction, key: AgentKey & { until: number; now: number }): Promise<boolean> {
  return (await tx.run(claim, key)).length > 0;
}

/**
 * Until when a session that was started is given time to send its first heartbeat; 0 if none was started.
 * @param lock whether to let a heartbeat wait until this transaction ends
 */
export async function startedUntil(
  tx: Transaction,
  key: AgentKey,
  { lock = false }: { lock?: boolean } = {},
): Promise<number> {
  const [row] = await tx.run(lock ? findForUpdate : find, key);
  return row?.until ?? 0;
}

/** Forgets a start: the session has spoken, or could not be started. */
export async function endStart(tx: Transaction, key: AgentKey): Promise<void> {
  await tx.run(remove, key);
}
