import { isoTime } from "../base/clock.js";
import type { Cursor } from "../generated/contract.js";
import { cursorOf } from "../store/cursors.js";
import type { CursorRow } from "../store/tables.js";
import { participantsOf } from "../store/threads.js";
import { accessThread } from "./access.js";
import type { Method } from "./method.js";

/** The facts of a thread, its participants, and the caller's read position. */
export const getThread: Method<"get_thread"> = {
  description: "Tells title, status and participants of a thread, and how far you have read it.",
  isReadOnly: true,
  run: ({ thread_id }, { store, caller }) =>
    store.read(async (tx) => {
      const thread = await accessThread(tx, thread_id, caller);
      const participants = await participantsOf(tx, thread_id);
      const cursor = await cursorOf(tx, { thread: thread_id, agent: caller.agentId });
      return {
        thread_id,
        workspace_id: thread.workspace_id,
        title: thread.title,
        type: thread.type,
        status: thread.status,
        participants,
        created_at: isoTime(thread.created_at),
        updated_at: isoTime(thread.updated_at),
        cursor: shownCursor(thread_id, caller.agentId, cursor),
      };
    }),
};

function shownCursor(thread_id: string, agent_id: string, cursor: CursorRow | undefined): Cursor {
  return {
    thread_id,
    agent_id,
    last_read_seq: cursor?.last_read_seq ?? 0,
    last_acked_message_id: cursor?.last_acked_message_id ?? null,
    updated_at: cursor === undefined ? null : isoTime(cursor.updated_at),
  };
}
