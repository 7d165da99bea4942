import { type Caller, oversees } from "../base/caller.js";
import { ThreadError } from "../contract/thread-error.js";
import type { Transaction } from "../store/store.js";
import { type ThreadForAgent, threadFor } from "../store/threads.js";

/**
 * The thread, if the caller may use it: as a participant, as its creator, or with a role that oversees the workspace.
 * @param lock whether the thread will be changed
 * @throws ThreadError NOT_FOUND, OUT_OF_SCOPE_WORKSPACE or FORBIDDEN, which reveal nothing about the thread
 */
export async function accessThread(
  tx: Transaction,
  thread: string,
  caller: Caller,
  options: { lock?: boolean } = {},
): Promise<ThreadForAgent> {
  const found = await threadFor(tx, { thread, agent: caller.agentId }, options);
  if (found === undefined) {
    throw ThreadError.of("UNKNOWN_THREAD", {});
  }
  if (found.workspace_id !== caller.workspaceId) {
    throw ThreadError.of("THREAD_IN_OTHER_WORKSPACE", {});
  }
  if (found.takes_part === 0 && found.created_by !== caller.agentId && !oversees(caller)) {
    throw ThreadError.of("NO_PARTICIPANT", {});
  }
  return found;
}
