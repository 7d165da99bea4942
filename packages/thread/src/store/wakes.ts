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

const listDueWakes = statement((db, p: { now: number }) =>
  db
    .selectFrom("wakes")
    .selectAll()
    .where("state", "=", "waiting")
    .where("next_look_at", "<=", p.now)
    .orderBy("next_look_at")
    .orderBy("thread_id")
    .orderBy("target_agent_id"),
);

const findNextLook = statement((db, _: object) =>
  db
    .selectFrom("wakes")
    .select(({ fn }) => fn.min("next_look_at").as("at"))
    .where("state", "=", "waiting"),
);

const lookLater = statement((db, p: WakeKey & { nextLookAt: number; humanInputAt: number }) =>
  db
    .updateTable("wakes")
    .set({ next_look_at: p.nextLookAt, human_input_at: p.humanInputAt })
    .where("thread_id", "=", p.thread)
    .where("target_agent_id", "=", p.target)
    .where("state", "=", "waiting"),
);

const moveWake = statement((db, p: WakeKey & { from: WakeRow["state"]; to: WakeRow["state"]; triggeredAt: number }) =>
  db
    .updateTable("wakes")
    .set({ state: p.to })
    .where("thread_id", "=", p.thread)
    .where("target_agent_id", "=", p.target)
    .where("state", "=", p.from)
    .where("triggered_at", "=", p.triggeredAt)
    .returning("state"),
);

const deleteWake = statement((db, p: WakeKey) =>
  db.deleteFrom("wakes").where("thread_id", "=", p.thread).where("target_agent_id", "=", p.target),
);

/** The prompt that waits for the target in the thread, or the last one that was given up. */
export async function wakeOf(tx: Transaction, key: WakeKey): Promise<WakeRow | undefined> {
  const [wake] = await tx.run(findWake, key);
  return wake;
}

/** Keeps a prompt in place of the one that was there. */
export async function keepWake(tx: Transaction, wake: WakeRow): Promise<void> {
  await tx.run(putWake, wake);
}

/** The prompts that wait and should be looked at by now, the one that waits longest first. */
export function dueWakes(tx: Transaction, now: number): Promise<readonly WakeRow[]> {
  return tx.run(listDueWakes, { now });
}

/** When to look at the next prompt that waits; undefined where none does. */
export async function nextLook(tx: Transaction): Promise<number | undefined> {
  const [row] = await tx.run(findNextLook, {});
  return row?.at ?? undefined;
}

/** Notes when to look again, and when somebody was last seen typing. */
export async function postponeWake(
  tx: Transaction,
  change: WakeKey & { nextLookAt: number; humanInputAt: number },
): Promise<void> {
  await tx.run(lookLater, change);
}

/** Moves a prompt on, for one caller only: of several that try it at once, one is told true. */
export async function advanceWake(
  tx: Transaction,
  change: WakeKey & { from: WakeRow["state"]; to: WakeRow["state"]; triggeredAt: number },
): Promise<boolean> {
  return (await tx.run(moveWake, change)).length > 0;
}

export async function forgetWake(tx: Transaction, key: WakeKey): Promise<void> {
  await tx.run(deleteWake, key);
}
