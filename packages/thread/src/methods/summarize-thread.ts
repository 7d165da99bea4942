import { sketchesIn } from "../store/messages.js";
import { openItemsOf } from "../store/open-items.js";
import { accessThread } from "./access.js";
import type { Method } from "./method.js";
import { shownOpenItem } from "./open-item.js";
import { summaryOf } from "./summary.js";

const DEFAULT_MESSAGES = 200;

/** A short summary of a thread. Changes nothing. */
export const summarizeThread: Method<"summarize_thread"> = {
  description:
    "Tells in short what a thread has come to and which findings are still open, without reading every message.",
  isReadOnly: true,
  run: (params, { store, caller }) =>
    store.read(async (tx) => {
      const { thread_id, max_messages = DEFAULT_MESSAGES } = params;
      const { last_seq, status } = await accessThread(tx, thread_id, caller);
      const range = { thread: thread_id, after: Math.max(0, last_seq - max_messages), to: last_seq };
      const messages = await sketchesIn(tx, range);
      const open_items = (await openItemsOf(tx, thread_id)).map(shownOpenItem);
      return { summary: summaryOf({ messages, status, open: open_items }), open_items, last_status: status };
    }),
};
