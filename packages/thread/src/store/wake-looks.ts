import { statement } from "./statement.js";
import type { Transaction } from "./store.js";
import type { WakeRow } from "./tables.js";

const claim = statement((db, p: LookKey & { nextLookAt: number; seenLookAt: number }) =>
  db
    .updateTable("wakes")
    .set({ next_look_at: p.nextLookAt })
    .where("thread_id", "=", p.thread)
    .where("target_agent_id", "=", p.target)
    .where("state", "=", "waiting")
    .where("triggered_at", "=", p.triggeredAt)
    .where("next_look_at", "=", p.seenLookAt)
    .returning("state"),
);

const note = statement((db, p: LookKey & { session: string; humanInputAt: number }) =>
  db
    .updateTable("wakes")
    .set({ session_id: p.session, human_input_at: p.humanInputAt })
    .where("thread_id", "=", p.thread)
    .where("target_agent_id", "=", p.target)
    .where("state", "=", "waiting")
    .where("triggered_at", "=", p.triggeredAt),
);

const remove = statement((db, p: LookKey & { state: WakeRow["state"] }) =>
  db
    .deleteFrom("wakes")
    .where("thread_id", "=", p.thread)
    .where("target_agent_id", "=", p.target)
    .where("state", "=", p.state)
    .where("triggered_at", "=", p.triggeredAt),
);

/** One deferral: a later one of the same target in the same thread has another time. */
export interface LookKey {
  readonly thread: string;
  readonly target: string;
  readonly triggeredAt: number;
}

export function lookKey({ thread_id, target_agent_id, triggered_at }: WakeRow): LookKey {
  return { thread: thread_id, target: target_agent_id, triggeredAt: triggered_at };
}

/** Takes the look that is due. Of several processes that try it at once one is told true. */
export async function claimLook(tx: Transaction, wake: WakeRow, nextLookAt: number): Promise<boolean> {
  return (await tx.run(claim, { ...lookKey(wake), nextLookAt, seenLookAt: wake.next_look_at })).length > 0;
}

/** Keeps when somebody was last seen to type, and in which session. */
export async function noteTyping(
  tx: Transaction,
  wake: WakeRow,
  seen: { session: string; humanInputAt: number },
): Promise<void> {
  await tx.run(note, { ...lookKey(wake), ...seen });
}

/** Forgets a deferral, if it still is what it was. */
export async function endWake(tx: Transaction, wake: WakeRow, state: WakeRow["state"]): Promise<void> {
  await tx.run(remove, { ...lookKey(wake), state });
}
