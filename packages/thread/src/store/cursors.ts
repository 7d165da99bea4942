import { statement } from "./statement.js";
import type { Transaction } from "./store.js";
import type { CursorRow } from "./tables.js";

export interface CursorKey {
  readonly thread: string;
  readonly agent: string;
}

const findCursor = statement((db, p: CursorKey) =>
  db.selectFrom("cursors").selectAll().where("thread_id", "=", p.thread).where("agent_id", "=", p.agent),
);

const moveForward = statement((db, p: CursorRow) =>
  db
    .insertInto("cursors")
    .values({
      thread_id: p.thread_id,
      agent_id: p.agent_id,
      last_read_seq: p.last_read_seq,
      last_acked_message_id: p.last_acked_message_id,
      updated_at: p.updated_at,
    })
    .onConflict((conflict) =>
      conflict
        .columns(["thread_id", "agent_id"])
        .doUpdateSet(({ ref }) => ({
          last_read_seq: ref("excluded.last_read_seq"),
          last_acked_message_id: ref("excluded.last_acked_message_id"),
          updated_at: ref("excluded.updated_at"),
        }))
        .whereRef("cursors.last_read_seq", "<", "excluded.last_read_seq"),
    )
    .returning("updated_at"),
);

/** How far the agent has read; undefined before its first acknowledgement. */
export async function cursorOf(tx: Transaction, key: CursorKey): Promise<CursorRow | undefined> {
  const [cursor] = await tx.run(findCursor, key);
  return cursor;
}

/** Moves a cursor forward. Returns false and changes nothing if it is already there or further. */
export async function moveCursor(tx: Transaction, to: CursorRow): Promise<boolean> {
  return (await tx.run(moveForward, to)).length > 0;
}
