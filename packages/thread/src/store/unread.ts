import { sql } from "kysely";
import { statement } from "./statement.js";
import type { Sent, Transaction } from "./store.js";

interface UnreadKey {
  readonly workspace: string;
  readonly agent: string;
  readonly thread: string;
}

/** What is left of a thread's messages without those that the agent knows. */
const MESSAGES = sql<number>`threads.last_seq - unread.known`.as("messages");

/** Most participants have not read the message before either, and nothing is written for them. */
const addUnreadFor = statement((db, p: UnreadKey & { known: number }) =>
  db
    .insertInto("unread")
    .columns(["workspace_id", "agent_id", "thread_id", "known"])
    .expression(({ selectFrom, val, cast }) =>
      selectFrom("participants")
        .select((eb) => [
          cast<string>(val(p.workspace), "text").as("workspace_id"),
          eb.ref("agent_id").as("agent_id"),
          eb.ref("thread_id").as("thread_id"),
          cast<number>(val(p.known), "bigint").as("known"),
        ])
        .where("thread_id", "=", p.thread)
        .where("agent_id", "!=", p.agent),
    )
    .onConflict((conflict) => conflict.columns(["workspace_id", "agent_id", "thread_id"]).doNothing())
    .returning("agent_id"),
);

const knowOneMore = statement((db, p: UnreadKey) =>
  db
    .updateTable("unread")
    .set(({ eb }) => ({ known: eb("known", "+", 1) }))
    .where("workspace_id", "=", p.workspace)
    .where("agent_id", "=", p.agent)
    .where("thread_id", "=", p.thread),
);

const findUnread = statement((db, p: UnreadKey) =>
  db
    .selectFrom("unread")
    .innerJoin("threads", "threads.thread_id", "unread.thread_id")
    .select(MESSAGES)
    .where("unread.workspace_id", "=", p.workspace)
    .where("unread.agent_id", "=", p.agent)
    .where("unread.thread_id", "=", p.thread),
);

const deleteUnread = statement((db, p: UnreadKey) =>
  db
    .deleteFrom("unread")
    .where("workspace_id", "=", p.workspace)
    .where("agent_id", "=", p.agent)
    .where("thread_id", "=", p.thread),
);

const setUnread = statement((db, p: UnreadKey & { known: number }) =>
  db
    .insertInto("unread")
    .values({ workspace_id: p.workspace, agent_id: p.agent, thread_id: p.thread, known: p.known })
    .onConflict((conflict) =>
      conflict
        .columns(["workspace_id", "agent_id", "thread_id"])
        .doUpdateSet(({ ref }) => ({ known: ref("excluded.known") })),
    ),
);

const countIn = statement((db, p: { thread: string; agent: string; after: number; to: number }) =>
  db
    .selectFrom("messages")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("thread_id", "=", p.thread)
    .where("sender_agent_id", "!=", p.agent)
    .where("seq", ">", p.after)
    .where("seq", "<=", p.to),
);

const listUnread = statement((db, p: { workspace: string; agent: string; most: number }) =>
  db
    .selectFrom("unread")
    .innerJoin("threads", "threads.thread_id", "unread.thread_id")
    .select("unread.thread_id")
    .select(MESSAGES)
    .where("unread.workspace_id", "=", p.workspace)
    .where("unread.agent_id", "=", p.agent)
    .orderBy("unread.thread_id", "desc")
    .limit(p.most),
);

/**
 * Makes a new message unread for every participant except its sender. The caller has locked the thread.
 * @param sender the sender's key
 * @param seq the number of the message
 * @returns who had nothing unread in the thread before
 */
export function countMessage(tx: Transaction, sender: UnreadKey, seq: number): Sent<{ readonly agent_id: string }> {
  tx.send(knowOneMore, sender);
  return tx.send(addUnreadFor, { ...sender, known: seq - 1 });
}

/** Forgets what an agent has not read, when it does not take part any more. */
export async function forgetUnread(tx: Transaction, key: UnreadKey): Promise<void> {
  await tx.run(deleteUnread, key);
}

/** Number of messages from others that a participant has not acknowledged. */
export async function unreadOf(tx: Transaction, key: UnreadKey): Promise<number> {
  const [row] = await tx.run(findUnread, key);
  return row?.messages ?? 0;
}

/**
 * Counts what a participant has not read after it was added. The caller has locked the thread.
 * @param after the number of the last message that it has read
 * @param latest the number of the thread's last message
 */
export async function countUnread(
  tx: Transaction,
  key: UnreadKey,
  { after, latest }: { after: number; latest: number },
): Promise<void> {
  await keepUnread(tx, key, await messagesIn(tx, key, after, latest), latest);
}

/**
 * Counts what a participant has not read after its cursor has moved. The caller has locked the thread.
 * @param from the number of the last message that it had read before
 * @param to the number of the last message that it has read now
 * @param latest the number of the thread's last message
 */
export async function markRead(
  tx: Transaction,
  key: UnreadKey,
  { from, to, latest }: { from: number; to: number; latest: number },
): Promise<void> {
  // Count the shorter side, so that reading a million messages page by page counts each page once.
  const messages =
    latest - to <= to - from
      ? await messagesIn(tx, key, to, latest)
      : (await unreadOf(tx, key)) - (await messagesIn(tx, key, from, to));
  await keepUnread(tx, key, messages, latest);
}

/** Number of messages from others after the first number, up to the second. */
async function messagesIn(tx: Transaction, key: UnreadKey, after: number, to: number): Promise<number> {
  const [row] = after < to ? await tx.run(countIn, { ...key, after, to }) : [];
  return row?.count ?? 0;
}

async function keepUnread(tx: Transaction, key: UnreadKey, messages: number, latest: number): Promise<void> {
  if (messages === 0) await tx.run(deleteUnread, key);
  else await tx.run(setUnread, { ...key, known: latest - messages });
}

/** The threads with messages that a participant has not acknowledged, the newest threads first. */
export function unreadThreads(
  tx: Transaction,
  key: { workspace: string; agent: string; most: number },
): Promise<readonly { readonly thread_id: string; readonly messages: number }[]> {
  return tx.run(listUnread, key);
}
