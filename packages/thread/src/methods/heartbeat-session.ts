import { isoTime } from "../base/clock.js";
import { ThreadError } from "../contract/thread-error.js";
import { recordHeartbeat } from "../store/sessions.js";
import { endStart } from "../store/starts.js";
import { unreadThreads } from "../store/unread.js";
import { hastenWakes } from "../store/wakes.js";
import type { Method } from "./method.js";

/** Threads with unread messages that a heartbeat names. */
const MOST_THREADS = 20;

/** Records the state of the caller's session. A session belongs to the agent that first sent a heartbeat for it. */
export const heartbeatSession: Method<"heartbeat_session"> = {
  description:
    "Says that your session lives and whether it is active, idle or offline; send it at least every two minutes. An idle session may be woken. The answer names in unread the threads with messages that you have not acknowledged.",
  isIdempotent: true,
  async run(params, { store, caller, now, scheduled }) {
    const { workspaceId: workspace, agentId: agent } = caller;
    const { unread, isDue } = await store.write(async (tx) => {
      const kept = await recordHeartbeat(tx, {
        workspace_id: caller.workspaceId,
        session_id: caller.sessionId,
        agent_id: caller.agentId,
        runtime: params.runtime,
        mode: params.management_mode ?? null,
        resumable: params.resumable ? 1 : 0,
        status: params.status,
        last_heartbeat_at: now,
      });
      if (!kept) throw ThreadError.of("SESSION_OF_OTHER_AGENT", {});
      await endStart(tx, { workspace, agent });
      return {
        unread: await unreadThreads(tx, { workspace, agent, most: MOST_THREADS }),
        isDue: params.status !== "active" && (await hastenWakes(tx, { workspace, target: agent, now })),
      };
    });
    if (isDue) scheduled();
    return { ok: true, recorded_at: isoTime(now), ...(unread.length === 0 ? {} : { unread }) };
  },
};
