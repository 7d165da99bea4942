import { statement } from "./statement.js";
import type { Transaction } from "./store.js";
import type { OpenItemRow } from "./tables.js";

const insertItem = statement((db, p: OpenItemRow) =>
  db
    .insertInto("open_items")
    .values({ thread_id: p.thread_id, message_id: p.message_id, seq: p.seq, event_type: p.event_type, item: p.item }),
);

const deleteFinding = statement((db, p: { thread: string; message: string }) =>
  db
    .deleteFrom("open_items")
    .where("thread_id", "=", p.thread)
    .where("message_id", "=", p.message)
    .where("event_type", "=", "finding_reported"),
);

const deleteEscalations = statement((db, p: { thread: string }) =>
  db.deleteFrom("open_items").where("thread_id", "=", p.thread).where("event_type", "=", "thread_escalated"),
);

const listItems = statement((db, p: { thread: string }) =>
  db.selectFrom("open_items").selectAll().where("thread_id", "=", p.thread).orderBy("seq"),
);

const findFirst = statement((db, p: { thread: string }) =>
  db.selectFrom("open_items").select("seq").where("thread_id", "=", p.thread).limit(1),
);

export async function openItem(tx: Transaction, item: OpenItemRow): Promise<void> {
  await tx.run(insertItem, item);
}

/** Closes a finding that has its verdict. */
export async function closeFinding(tx: Transaction, key: { thread: string; message: string }): Promise<void> {
  await tx.run(deleteFinding, key);
}

/** Closes every escalation of a thread that is resolved. */
export async function closeEscalations(tx: Transaction, thread: string): Promise<void> {
  await tx.run(deleteEscalations, { thread });
}

/** The open findings and escalations, oldest first. */
export function openItemsOf(tx: Transaction, thread: string): Promise<readonly OpenItemRow[]> {
  return tx.run(listItems, { thread });
}

export async function hasOpenItems(tx: Transaction, thread: string): Promise<boolean> {
  return (await tx.run(findFirst, { thread })).length > 0;
}
