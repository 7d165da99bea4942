import { statement } from "./statement.js";
import type { Transaction } from "./store.js";
import type { WakeRow } from "./tables.js";

export interface WakeKey {
  readonly thread: string;
  readonly target: string;
}

const findWake = wakeStatement(false);
const findWakeForUpdate = wakeStatement(true);

function wakeStatement(forUpdate: boolean) {
  return statement((db, p: WakeKey, { lockRows }) => {
    const query = db
      .selectFrom("wakes")
      .selectAll()
      .where("thread_id", "=", p.thread)
      .where("target_agent_id", "=", p.target);
    return forUpdate && lockRows ? query.forUpdate() : query;
  });
}

const putWake = statement((db, p: WakeRow) =>
  db
    .insertInto("wakes")
    .values({
      thread_id: p.thread_id,
      target_agent_id: p.target_agent_id,
      workspace_id: p.workspace_id,
      session_id: p.session_id,
      prompt: p.prompt,
      reason: p.reason,
      requested_by: p.requested_by,
      triggered_at: p.triggered_at,
      deferred_until: p.deferred_until,
      next_look_at: p.next_look_at,
      human_input_at: p.human_input_at,
      state: p.state,
      seen_seq: p.seen_seq,
      finished_at: p.finished_at,
      answer: p.answer,
      idempotency_key: p.idempotency_key,
    })
    .onConflict((conflict) =>
      conflict.columns(["thread_id", "target_agent_id"]).doUpdateSet(({ ref }) => ({
        workspace_id: ref("excluded.workspace_id"),
        session_id: ref("excluded.session_id"),
        prompt: ref("excluded.prompt"),
        reason: ref("excluded.reason"),
        requested_by: ref("excluded.requested_by"),
        triggered_at: ref("excluded.triggered_at"),
        deferred_until: ref("excluded.deferred_until"),
        next_look_at: ref("excluded.next_look_at"),
        human_input_at: ref("excluded.human_input_at"),
        state: ref("excluded.state"),
        seen_seq: ref("excluded.seen_seq"),
        finished_at: ref("excluded.finished_at"),
        answer: ref("excluded.answer"),
        idempotency_key: ref("excluded.idempotency_key"),
      })),
    ),
);

const deleteWake = statement((db, p: WakeKey) =>
  db.deleteFrom("wakes").where("thread_id", "=", p.thread).where("target_agent_id", "=", p.target),
);

const hasten = statement((db, p: { workspace: string; target: string; now: number }) =>
  db
    .updateTable("wakes")
    .set({ next_look_at: p.now })
    .where("workspace_id", "=", p.workspace)
    .where("target_agent_id", "=", p.target)
    .where("state", "=", "remembered")
    .returning("thread_id"),
);

/**
 * The latest wake-up of the target in the thread.
 * @param lock whether to lock it for a change, until this transaction ends
 */
export async function wakeOf(
  tx: Transaction,
  key: WakeKey,
  { lock = false }: { lock?: boolean } = {},
): Promise<WakeRow | undefined> {
  const [wake] = await tx.run(lock ? findWakeForUpdate : findWake, key);
  return wake;
}

/** Forgets the wake-ups of a target that does not take part any more. */
export async function forgetWake(tx: Transaction, key: WakeKey): Promise<void> {
  await tx.run(deleteWake, key);
}

/** Stores a wake-up, and replaces an existing one. */
export async function keepWake(tx: Transaction, wake: WakeRow): Promise<void> {
  await tx.run(putWake, wake);
}

/** Makes the remembered wake-ups of an agent due now. @returns whether there is one */
export async function hastenWakes(
  tx: Transaction,
  of: { workspace: string; target: string; now: number },
): Promise<boolean> {
  return (await tx.run(hasten, of)).length > 0;
}
