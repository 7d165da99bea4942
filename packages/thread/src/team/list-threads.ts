import { oversees } from "../base/caller.js";
import { isoTime } from "../base/clock.js";
import { type ListedThread, threadsBy, threadsIn, threadsOf, threadsWithUnread } from "../store/listed-threads.js";
import { closedObject, type Extension } from "./extension.js";

interface Params {
  readonly unread_only?: boolean;
  readonly limit?: number;
  readonly before?: string;
}

const DEFAULT_THREADS = 50;

/** The threads of the caller, the newest first. */
export const listThreads: Extension<Params> = {
  description:
    "Lists the threads that you take part in or have opened, the newest first, with the number of messages that you have not acknowledged. Operators and orchestrators see every thread of the workspace. While has_more is true, call again with before set to the last thread_id.",
  isReadOnly: true,
  input: closedObject({
    unread_only: { description: "Only threads with messages that you have not acknowledged.", type: "boolean" },
    limit: { description: "50 where absent.", type: "integer", minimum: 1, maximum: 100 },
    before: { description: "A thread_id: list older threads than this one.", $ref: "common.json#/$defs/reference" },
  }),
  output: closedObject(
    {
      threads: {
        type: "array",
        items: closedObject(
          {
            thread_id: { $ref: "common.json#/$defs/reference" },
            title: { type: "string" },
            type: { type: "string" },
            status: { $ref: "common.json#/$defs/status" },
            last_seq: { type: "integer", minimum: 0 },
            unread: { type: "integer", minimum: 0 },
            updated_at: { $ref: "common.json#/$defs/time" },
          },
          ["thread_id", "title", "type", "status", "last_seq", "unread", "updated_at"],
        ),
      },
      has_more: { type: "boolean" },
    },
    ["threads", "has_more"],
  ),
  run: ({ unread_only = false, limit = DEFAULT_THREADS, before = LAST }, { store, caller }) =>
    store.read(async (tx) => {
      const range = { workspace: caller.workspaceId, agent: caller.agentId, before, most: limit + 1 };
      const found = unread_only
        ? await threadsWithUnread(tx, range)
        : oversees(caller)
          ? await threadsIn(tx, range)
          : newestFirst(await threadsOf(tx, range), await threadsBy(tx, range));
      return { threads: found.slice(0, limit).map(shown), has_more: found.length > limit };
    }),
};

/** Comes after every id of a thread. */
const LAST = "th_~";

function newestFirst(...lists: readonly (readonly ListedThread[])[]): readonly ListedThread[] {
  const byId = new Map(lists.flat().map((thread) => [thread.thread_id, thread]));
  return [...byId.values()].sort((one, other) => (one.thread_id < other.thread_id ? 1 : -1));
}

function shown({ thread_id, title, type, status, last_seq, unread, updated_at }: ListedThread) {
  return { thread_id, title, type, status, last_seq, unread: unread ?? 0, updated_at: isoTime(updated_at) };
}
