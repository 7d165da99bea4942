import { statement } from "./statement.js";
import type { Transaction } from "./store.js";
import type { WakeRow } from "./tables.js";

export interface WakeKey {
  readonly thread: string;
  readonly target: string;
}

const findWake = statement((db, p: WakeKey) =>
  db.selectFrom("wakes").selectAll().where("thread_id", "=", p.thread).where("target_agent_id", "=", p.target),
);

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
      })),
    ),
);

const deleteWake = statement((db, p: WakeKey) =>
  db.deleteFrom("wakes").where("thread_id", "=", p.thread).where("target_agent_id", "=", p.target),
);

/** The waiting prompt for the target in the thread, or the last one that was given up. */
export async function wakeOf(tx: Transaction, key: WakeKey): Promise<WakeRow | undefined> {
  const [wake] = await tx.run(findWake, key);
  return wake;
}

/** Stores a prompt, and replaces an existing one. */
export async function keepWake(tx: Transaction, wake: WakeRow): Promise<void> {
  await tx.run(putWake, wake);
}

export async function forgetWake(tx: Transaction, key: WakeKey): Promise<void> {
  await tx.run(deleteWake, key);
}
