import { statement } from "./statement.js";
import type { Transaction } from "./store.js";
import type { WakeRow } from "./tables.js";

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

const move = statement((db, p: LookKey & { to: WakeRow["state"] }) =>
  db
    .updateTable("wakes")
    .set({ state: p.to })
    .where("thread_id", "=", p.thread)
    .where("target_agent_id", "=", p.target)
    .where("state", "=", "waiting")
    .where("triggered_at", "=", p.triggeredAt)
    .returning("state"),
);

const remove = statement((db, p: LookKey & { state: WakeRow["state"] }) =>
  db
    .deleteFrom("wakes")
    .where("thread_id", "=", p.thread)
    .where("target_agent_id", "=", p.target)
    .where("state", "=", p.state)
    .where("triggered_at", "=", p.triggeredAt),
);

/** Identifies a deferral. A later one for the same target and thread has another time. */
interface LookKey {
  readonly thread: string;
  readonly target: string;
  readonly triggeredAt: number;
}

function lookKey({ thread_id, target_agent_id, triggered_at }: WakeRow): LookKey {
  return { thread: thread_id, target: target_agent_id, triggeredAt: triggered_at };
}

/** The waiting prompts that are due for a check, oldest first. */
export function dueWakes(tx: Transaction, now: number): Promise<readonly WakeRow[]> {
  return tx.run(listDueWakes, { now });
}

/** When the next waiting prompt is due; undefined if none waits. */
export async function nextLook(tx: Transaction): Promise<number | undefined> {
  const [row] = await tx.run(findNextLook, {});
  return row?.at ?? undefined;
}

/** Claims the due check of a prompt. Of several concurrent callers, only one gets true. */
export async function claimLook(tx: Transaction, wake: WakeRow, nextLookAt: number): Promise<boolean> {
  return (await tx.run(claim, { ...lookKey(wake), nextLookAt, seenLookAt: wake.next_look_at })).length > 0;
}

/** Stores the time and session of the last human input. */
export async function noteTyping(
  tx: Transaction,
  wake: WakeRow,
  seen: { session: string; humanInputAt: number },
): Promise<void> {
  await tx.run(note, { ...lookKey(wake), ...seen });
}

/** Moves a waiting prompt to another state. Of several concurrent callers, only one gets true. */
export async function advanceWake(tx: Transaction, wake: WakeRow, to: WakeRow["state"]): Promise<boolean> {
  return (await tx.run(move, { ...lookKey(wake), to })).length > 0;
}

/** Deletes a deferral if it is still in the given state. */
export async function endWake(tx: Transaction, wake: WakeRow, state: WakeRow["state"]): Promise<void> {
  await tx.run(remove, { ...lookKey(wake), state });
}
