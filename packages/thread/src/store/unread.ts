import { statement } from "./statement.js";
import type { Transaction } from "./store.js";
import type { UnreadRow } from "./tables.js";

interface UnreadKey {
  readonly workspace: string;
  readonly agent: string;
  readonly thread: string;
}

const countMessageFor = statement((db, p: { workspace: string; thread: string; sender: string }) =>
  db
    .insertInto("unread")
    .columns(["workspace_id", "agent_id", "thread_id", "messages"])
    .expression(({ selectFrom, val, cast }) =>
      selectFrom("participants")
        .select((eb) => [
          cast<string>(val(p.workspace), "text").as("workspace_id"),
          eb.ref("agent_id").as("agent_id"),
          eb.ref("thread_id").as("thread_id"),
          eb.lit(1).as("messages"),
        ])
        .where("thread_id", "=", p.thread)
        .where("agent_id", "!=", p.sender),
    )
    .onConflict((conflict) =>
      conflict
        .columns(["workspace_id", "agent_id", "thread_id"])
        .doUpdateSet(({ eb }) => ({ messages: eb("unread.messages", "+", 1) })),
    )
    .returning("agent_id"),
);

const findUnread = statement((db, p: UnreadKey) =>
  db
    .selectFrom("unread")
    .select("messages")
    .where("workspace_id", "=", p.workspace)
    .where("agent_id", "=", p.agent)
    .where("thread_id", "=", p.thread),
);

const deleteUnread = statement((db, p: UnreadKey) =>
  db
    .deleteFrom("unread")
    .where("workspace_id", "=", p.workspace)
    .where("agent_id", "=", p.agent)
    .where("thread_id", "=", p.thread),
);

const setUnread = statement((db, p: UnreadKey & { messages: number }) =>
  db
    .insertInto("unread")
    .values({ workspace_id: p.workspace, agent_id: p.agent, thread_id: p.thread, messages: p.messages })
    .onConflict((conflict) =>
      conflict
        .columns(["workspace_id", "agent_id", "thread_id"])
        .doUpdateSet(({ ref }) => ({ messages: ref("excluded.messages") })),
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
    .select(["thread_id", "messages"])
    .where("workspace_id", "=", p.workspace)
    .where("agent_id", "=", p.agent)
    .orderBy("thread_id", "desc")
    .limit(p.most),
);

/** Counts a new message for every participant except its sender. @returns who they are */
export async function countMessage(
  tx: Transaction,
  message: { workspace: string; thread: string; sender: string },
): Promise<readonly string[]> {
  return (await tx.run(countMessageFor, message)).map(({ agent_id }) => agent_id);
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
  await keepUnread(tx, key, await messagesIn(tx, key, after, latest));
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
  await keepUnread(tx, key, messages);
}

/** Number of messages from others after the first number, up to the second. */
async function messagesIn(tx: Transaction, key: UnreadKey, after: number, to: number): Promise<number> {
  const [row] = after < to ? await tx.run(countIn, { ...key, after, to }) : [];
  return row?.count ?? 0;
}

async function keepUnread(tx: Transaction, key: UnreadKey, messages: number): Promise<void> {
  if (messages === 0) await tx.run(deleteUnread, key);
  else await tx.run(setUnread, { ...key, messages });
}

/** The threads with messages that a participant has not acknowledged, the newest threads first. */
export function unreadThreads(
  tx: Transaction,
  key: { workspace: string; agent: string; most: number },
): Promise<readonly Pick<UnreadRow, "thread_id" | "messages">[]> {
  return tx.run(listUnread, key);
}
