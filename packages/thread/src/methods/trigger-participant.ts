import { accessThread } from "../access.js";
import type { Method } from "../method.js";
import { ThreadError } from "../thread-error.js";

/** Wakes a participant that has unread messages. */
export const triggerParticipant: Method<"trigger_participant"> = async (params, { store, caller }) => {
  await store.read((tx) => accessThread(tx, params.thread_id, caller));
  throw new ThreadError("WAKE_FAILED", "No runtime is configured that could wake anybody.");
};
