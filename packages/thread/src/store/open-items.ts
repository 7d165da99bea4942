import { statement } from "./statement.js";
import type { Transaction } from "./store.js";
import type { OpenItemRow } from "./tables.js";

const insertItem = statement((db, p: OpenItemRow) =>
  db.insertInto("open_items").values({
    thread_id: p.thread_id,
    message_id: p.message_id,
    seq: p.seq,
    event_type: p.event_type,
    raised_by: p.raised_by,
    item: p.item,
  }),
);

const deleteItem = statement((db, p: { thread: string; seq: number }) =>
  db.deleteFrom("open_items").where("thread_id", "=", p.thread).where("seq", "=", p.seq),
);

const listItems = statement((db, p: { thread: string }) =>
  db.selectFrom("open_items").selectAll().where("thread_id", "=", p.thread).orderBy("seq"),
);

const findFirst = statement((db, p: { thread: string }) =>
  db.selectFrom("open_items").select("seq").where("thread_id", "=", p.thread).limit(1),
);

export function openItem(tx: Transaction, item: OpenItemRow): void {
  tx.send(insertItem, item);
}

/** Closes a finding that has its verdict, or an escalation that is resolved. */
export function closeItem(tx: Transaction, { thread_id: thread, seq }: OpenItemRow): void {
  tx.send(deleteItem, { thread, seq });
}

/** The open findings and escalations, oldest first. */
export function openItemsOf(tx: Transaction, thread: string): Promise<readonly OpenItemRow[]> {
  return tx.run(listItems, { thread });
}

export async function hasOpenItems(tx: Transaction, thread: string): Promise<boolean> {
  return (await tx.run(findFirst, { thread })).length > 0;
}
