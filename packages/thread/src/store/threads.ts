import type { ThreadStatus } from "../generated/contract.js";
import { statement } from "./statement.js";
import type { Transaction } from "./store.js";
import type { ThreadRow } from "./tables.js";

/** A thread as one agent sees it. */
export interface ThreadForAgent extends ThreadRow {
  /** 1 if the agent participates, otherwise 0. */
  readonly takes_part: number;
}

interface ThreadKey {
  readonly thread: string;
  readonly agent: string;
}

export interface StatusChange {
  readonly thread: string;
  readonly status: ThreadStatus;
  /** The agent that blocks the thread; null for every other status. */
  readonly blockedBy: string | null;
  readonly updatedAt: number;
}

const findThread = threadStatement(false);
const findThreadForUpdate = threadStatement(true);

function threadStatement(forUpdate: boolean) {
  return statement((db, { thread, agent }: ThreadKey, { lockRows }) => {
    const query = db
      .selectFrom("threads")
      .selectAll()
      .select(({ selectFrom, fn }) =>
        selectFrom("participants")
          .select(fn.countAll<number>().as("count"))
          .whereRef("participants.thread_id", "=", "threads.thread_id")
          .where("agent_id", "=", agent)
          .$asScalar()
          .as("takes_part"),
      )
      .where("thread_id", "=", thread)
      .$castTo<ThreadForAgent>();
    return forUpdate && lockRows ? query.forUpdate("threads") : query;
  });
}

const setStatus = statement((db, p: StatusChange) =>
  db
    .updateTable("threads")
    .set({ status: p.status, blocked_by: p.blockedBy, updated_at: p.updatedAt })
    .where("thread_id", "=", p.thread),
);

const listParticipants = statement((db, p: { thread: string }) =>
  db.selectFrom("participants").select("agent_id").where("thread_id", "=", p.thread).orderBy("position"),
);

/**
 * The thread, and whether the agent participates in it.
 * @param lock whether to lock the thread for a change, until this transaction ends
 */
export async function threadFor(
  tx: Transaction,
  key: ThreadKey,
  { lock = false }: { lock?: boolean } = {},
): Promise<ThreadForAgent | undefined> {
  const [thread] = await tx.run(lock ? findThreadForUpdate : findThread, key);
  return thread;
}

export async function addThread(tx: Transaction, thread: ThreadRow, participants: readonly string[]): Promise<void> {
  const { thread_id } = thread;
  await tx.query(tx.db.insertInto("threads").values(thread));
  const rows = participants.map((agent_id, position) => ({ thread_id, agent_id, position }));
  await tx.query(tx.db.insertInto("participants").values(rows));
}

/** The participants in the order given to create_thread. */
export async function participantsOf(tx: Transaction, thread: string): Promise<readonly string[]> {
  return (await tx.run(listParticipants, { thread })).map(({ agent_id }) => agent_id);
}

const insertParticipant = statement((db, p: ThreadKey & { position: number }) =>
  db.insertInto("participants").values({ thread_id: p.thread, agent_id: p.agent, position: p.position }),
);

const findLastPosition = statement((db, p: { thread: string }) =>
  db
    .selectFrom("participants")
    .select(({ fn }) => fn.max("position").as("position"))
    .where("thread_id", "=", p.thread),
);

const deleteParticipant = statement((db, p: ThreadKey) =>
  db.deleteFrom("participants").where("thread_id", "=", p.thread).where("agent_id", "=", p.agent),
);

const touch = statement((db, p: { thread: string; updatedAt: number }) =>
  db.updateTable("threads").set({ updated_at: p.updatedAt }).where("thread_id", "=", p.thread),
);

/** Adds a participant behind the others. The caller has locked the thread. */
export async function addParticipant(tx: Transaction, key: ThreadKey): Promise<void> {
  const [last] = await tx.run(findLastPosition, { thread: key.thread });
  await tx.run(insertParticipant, { ...key, position: (last?.position ?? -1) + 1 });
}

export async function removeParticipant(tx: Transaction, key: ThreadKey): Promise<void> {
  await tx.run(deleteParticipant, key);
}

/** Moves the time of the latest change. */
export async function touchThread(tx: Transaction, change: { thread: string; updatedAt: number }): Promise<void> {
  await tx.run(touch, change);
}

export async function changeStatus(tx: Transaction, change: StatusChange): Promise<void> {
  await tx.run(setStatus, change);
}
