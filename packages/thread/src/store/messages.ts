import { sql } from "kysely";
import { statement } from "./statement.js";
import type { Transaction } from "./store.js";
import type { MessageRow } from "./tables.js";

const insertMessage = statement((db, p: MessageRow) =>
  db.insertInto("messages").values({
    message_id: p.message_id,
    thread_id: p.thread_id,
    seq: p.seq,
    kind: p.kind,
    event_type: p.event_type,
    in_reply_to: p.in_reply_to,
    sender_agent_id: p.sender_agent_id,
    sender_session_id: p.sender_session_id,
    idempotency_key: p.idempotency_key,
    payload_digest: p.payload_digest,
    thread_status: p.thread_status,
    created_at: p.created_at,
    body: p.body,
    metadata: p.metadata,
    warning: p.warning,
  }),
);

const countUp = statement((db, p: { thread: string; seq: number; updatedAt: number }) =>
  db.updateTable("threads").set({ last_seq: p.seq, updated_at: p.updatedAt }).where("thread_id", "=", p.thread),
);

interface KeyOf {
  readonly thread: string;
  readonly agent: string;
  readonly key: string;
}

const findByKey = statement((db, p: KeyOf) =>
  db
    .selectFrom("messages")
    .select(["message_id", "seq", "thread_status", "created_at", "payload_digest", "warning"])
    .where("thread_id", "=", p.thread)
    .where("sender_agent_id", "=", p.agent)
    .where("idempotency_key", "=", p.key),
);

const freeKey = statement((db, p: { message: string }) =>
  db.updateTable("messages").set({ idempotency_key: null }).where("message_id", "=", p.message),
);

/** What matters about a message to a reply. */
export type RepliedTo = Pick<MessageRow, "seq" | "event_type" | "sender_agent_id">;

const findInThread = statement((db, p: { thread: string; message: string }) =>
  db
    .selectFrom("messages")
    .select(["seq", "event_type", "sender_agent_id"])
    .where("message_id", "=", p.message)
    .where("thread_id", "=", p.thread),
);

const findAtSeq = statement((db, p: { thread: string; seq: number }) =>
  db.selectFrom("messages").select("message_id").where("thread_id", "=", p.thread).where("seq", "=", p.seq),
);

interface Range {
  readonly thread: string;
  /** Exclusive lower bound. */
  readonly after: number;
  /** Inclusive upper bound. */
  readonly to: number;
}

const listMessages = statement((db, p: Range) =>
  db
    .selectFrom("messages")
    .selectAll()
    .where("thread_id", "=", p.thread)
    .where("seq", ">", p.after)
    .where("seq", "<=", p.to)
    .orderBy("seq"),
);

/** The parts of a message that a summary needs. Complete bodies could be megabytes. */
export type MessageSketch = Pick<MessageRow, "seq" | "kind" | "event_type" | "sender_agent_id"> & {
  readonly beginning: string;
};

const sketchMessages = statement((db, p: Range) =>
  db
    .selectFrom("messages")
    .select(["seq", "kind", "event_type", "sender_agent_id", sql<string>`substr(body, 1, 200)`.as("beginning")])
    .where("thread_id", "=", p.thread)
    .where("seq", ">", p.after)
    .where("seq", "<=", p.to)
    .orderBy("seq"),
);

/** Appends the message to its thread. The caller has locked the thread and given the message the next number. */
export function appendMessage(tx: Transaction, message: MessageRow): void {
  tx.send(insertMessage, message);
  tx.send(countUp, { thread: message.thread_id, seq: message.seq, updatedAt: message.created_at });
}

/** The message that an agent posted to a thread under a key. */
export async function messageByKey(tx: Transaction, key: KeyOf) {
  const [message] = await tx.run(findByKey, key);
  return message;
}

/** Frees the key of a message for another one. */
export async function releaseKey(tx: Transaction, message: string): Promise<void> {
  await tx.run(freeKey, { message });
}

/** The message of this id, if it is one of the thread. */
export async function messageInThread(
  tx: Transaction,
  key: { thread: string; message: string },
): Promise<RepliedTo | undefined> {
  const [message] = await tx.run(findInThread, key);
  return message;
}

/** The id of the message with this number. */
export async function messageIdAt(tx: Transaction, key: { thread: string; seq: number }): Promise<string | undefined> {
  const [message] = await tx.run(findAtSeq, key);
  return message?.message_id;
}

/** The messages of a range, oldest first. */
export function messagesIn(tx: Transaction, range: Range): Promise<readonly MessageRow[]> {
  return tx.run(listMessages, range);
}

/** The same range without complete bodies. */
export function sketchesIn(tx: Transaction, range: Range): Promise<readonly MessageSketch[]> {
  return tx.run(sketchMessages, range);
}
