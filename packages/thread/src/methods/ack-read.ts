import { isoTime } from "../base/clock.js";
import { ThreadError } from "../contract/thread-error.js";
import { cursorOf, moveCursor } from "../store/cursors.js";
import { messageIdAt } from "../store/messages.js";
import { markRead } from "../store/unread.js";
import { accessThread } from "./access.js";
import type { Method } from "./method.js";

/** Moves the caller's own cursor forward, never back and never past the last message. */
export const ackRead: Method<"ack_read"> = {
  description:
    "Says up to which seq you have read and dealt with a thread. It only moves forward. An agent that has acknowledged everything is not woken.",
  isIdempotent: true,
  run: ({ thread_id, last_read_seq }, { store, caller, now }) =>
    store.writeInTurn({ key: thread_id }, async (tx) => {
      // A message that comes at the same time must count as unread.
      const thread = await accessThread(tx, thread_id, caller, { lock: true });
      const { last_seq } = thread;
      if (last_read_seq > last_seq) {
        throw unfit(`it lies behind the last message, which is ${last_seq}`);
      }
      const key = { thread: thread_id, agent: caller.agentId };
      if (last_read_seq > 0) {
        const last_acked_message_id = (await messageIdAt(tx, { thread: thread_id, seq: last_read_seq })) ?? null;
        const to = { thread_id, agent_id: caller.agentId, last_read_seq, last_acked_message_id, updated_at: now };
        const from = (await cursorOf(tx, key))?.last_read_seq ?? 0;
        if (await moveCursor(tx, to)) {
          const unread = { workspace: caller.workspaceId, ...key };
          if (thread.takes_part > 0) await markRead(tx, unread, { from, to: last_read_seq, latest: last_seq });
          return { ok: true, updated_at: isoTime(now) };
        }
      }
      const cursor = await cursorOf(tx, key);
      const current = cursor?.last_read_seq ?? 0;
      if (last_read_seq < current) throw unfit(`it lies before the cursor, which is at ${current}`);
      // A cursor that has never moved has the creation time of the thread.
      return { ok: true, updated_at: isoTime(cursor?.updated_at ?? thread.created_at) };
    }),
};

function unfit(problem: string): ThreadError {
  return ThreadError.of("INVALID_PARAMETER", { tool: "ack_read", parameter: "last_read_seq", problem });
}
