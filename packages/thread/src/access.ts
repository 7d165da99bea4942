import { type Caller, oversees } from "./identity/caller.js";
import type { Transaction } from "./store/store.js";
import { type ThreadForAgent, threadFor } from "./store/threads.js";
import { ThreadError } from "./thread-error.js";

/**
 * The thread, for a caller that may use it: participants, the agent that created it, and who oversees the workspace.
 * @param lock whether the thread will be changed
 * @throws ThreadError NOT_FOUND, OUT_OF_SCOPE_WORKSPACE or FORBIDDEN; none of them tells anything of the thread
 */
export async function accessThread(
  tx: Transaction,
  thread: string,
  caller: Caller,
  options: { lock?: boolean } = {},
): Promise<ThreadForAgent> {
  const found = await threadFor(tx, { thread, agent: caller.agentId }, options);
  if (found === undefined) {
    throw new ThreadError("NOT_FOUND", "There is no thread of this thread_id. Take the id that create_thread gave.");
  }
  if (found.workspace_id !== caller.workspaceId) {
    throw new ThreadError(
      "OUT_OF_SCOPE_WORKSPACE",
      "The thread belongs to another workspace than that of the token. Use a token of its workspace.",
    );
  }
  if (found.takes_part === 0 && found.created_by !== caller.agentId && !oversees(caller)) {
    throw new ThreadError(
      "FORBIDDEN",
      "The agent of the token does not take part in this thread. Ask its creator, an orchestrator or an operator.",
    );
  }
  return found;
}
