import { statement } from "./statement.js";
import type { Transaction } from "./store.js";
import type { WakeRow, WakeState } from "./tables.js";

const listDueWakes = statement((db, p: { now: number }) =>
  db
    .selectFrom("wakes")
    .selectAll()
    .where("state", "in", ["waiting", "remembered"])
    .where("next_look_at", "<=", p.now)
    .orderBy("next_look_at")
    .orderBy("thread_id")
    .orderBy("target_agent_id"),
);

const findNextLook = statement((db, _: object) =>
  db
    .selectFrom("wakes")
    .select(({ fn }) => fn.min("next_look_at").as("at"))
    .where("state", "in", ["waiting", "remembered"]),
);

const claim = statement((db, p: LookKey & { nextLookAt: number; seenLookAt: number }) =>
  db
    .updateTable("wakes")
    .set({ next_look_at: p.nextLookAt })
    .where("thread_id", "=", p.thread)
    .where("target_agent_id", "=", p.target)
    .where("state", "=", p.state)
    .where("triggered_at", "=", p.triggeredAt)
    .where("next_look_at", "=", p.seenLookAt)
    .returning("state"),
);

const change = statement((db, p: LookKey & WakeChange) =>
  db
    .updateTable("wakes")
    .set({
      state: p.to,
      session_id: p.session_id,
      human_input_at: p.human_input_at,
      next_look_at: p.next_look_at,
      deferred_until: p.deferred_until,
      finished_at: p.finished_at,
      answer: p.answer,
    })
    .where("thread_id", "=", p.thread)
    .where("target_agent_id", "=", p.target)
    .where("state", "=", p.state)
    .where("triggered_at", "=", p.triggeredAt)
    .returning("state"),
);

const remove = statement((db, p: LookKey) =>
  db
    .deleteFrom("wakes")
    .where("thread_id", "=", p.thread)
    .where("target_agent_id", "=", p.target)
    .where("state", "=", p.state)
    .where("triggered_at", "=", p.triggeredAt),
);

/** Identifies a wake-up in a state. A later one for the same target and thread has another time. */
interface LookKey {
  readonly thread: string;
  readonly target: string;
  readonly state: WakeState;
  readonly triggeredAt: number;
}

function lookKey({ thread_id, target_agent_id, triggered_at, state }: WakeRow): LookKey {
  return { thread: thread_id, target: target_agent_id, triggeredAt: triggered_at, state };
}

type Changing = Pick<
  WakeRow,
  "session_id" | "human_input_at" | "next_look_at" | "deferred_until" | "finished_at" | "answer"
>;

interface WakeChange extends Changing {
  readonly to: WakeState;
}

/** The prompts that are due for a check, oldest first. */
export function dueWakes(tx: Transaction, now: number): Promise<readonly WakeRow[]> {
  return tx.run(listDueWakes, { now });
}

/** When the next prompt is due; undefined if none waits. */
export async function nextLook(tx: Transaction): Promise<number | undefined> {
  const [row] = await tx.run(findNextLook, {});
  return row?.at ?? undefined;
}

/** Claims the due check of a prompt. Of several concurrent callers, only one gets true. */
export async function claimLook(tx: Transaction, wake: WakeRow, nextLookAt: number): Promise<boolean> {
  return (await tx.run(claim, { ...lookKey(wake), nextLookAt, seenLookAt: wake.next_look_at })).length > 0;
}

/**
 * Moves a wake-up to another state, with what else changes.
 * @returns the wake-up as it is now; undefined if somebody else has changed it meanwhile
 */
export async function advanceWake(
  tx: Transaction,
  wake: WakeRow,
  to: WakeState,
  changed: Partial<Changing> = {},
): Promise<WakeRow | undefined> {
  const now = { ...wake, ...changed, state: to };
  return (await tx.run(change, { ...lookKey(wake), ...now, to, state: wake.state })).length > 0 ? now : undefined;
}

/** Deletes a wake-up if it is still in this state. */
export async function endWake(tx: Transaction, wake: WakeRow): Promise<void> {
  await tx.run(remove, lookKey(wake));
}
