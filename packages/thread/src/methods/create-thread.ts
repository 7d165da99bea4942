import { isoTime } from "../base/clock.js";
import { newId } from "../base/new-id.js";
import { addThread } from "../store/threads.js";
import type { Method } from "./method.js";

/** Opens a thread in the caller's workspace. Every agent may do so, and need not participate in it. */
export const createThread: Method<"create_thread"> = {
  description:
    "Opens a thread in your workspace and names who takes part. You may use the thread although you are not listed; list yourself to be woken in it. Answers with the thread_id that the other tools take.",
  async run({ title, type, participants }, { store, caller, now }) {
    const thread = {
      thread_id: newId("th", now),
      workspace_id: caller.workspaceId,
      title,
      type,
      status: "active",
      created_by: caller.agentId,
      created_at: now,
      updated_at: now,
      last_seq: 0,
      blocked_by: null,
    } as const;
    await store.write((tx) => addThread(tx, thread, participants));
    return { thread_id: thread.thread_id, status: thread.status, created_at: isoTime(now) };
  },
};
