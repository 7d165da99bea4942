import { isoTime } from "../base/clock.js";
import { ThreadError } from "../contract/thread-error.js";
import { recordHeartbeat } from "../store/sessions.js";
import type { Method } from "./method.js";

/** Records the state of the caller's session. A session belongs to the agent that first sent a heartbeat for it. */
export const heartbeatSession: Method<"heartbeat_session"> = {
  description:
    "Says that your session lives and whether it is active, idle or offline; send it at least every two minutes. An idle session may be woken.",
  isIdempotent: true,
  async run(params, { store, caller, now }) {
    const kept = await store.write((tx) =>
      recordHeartbeat(tx, {
        workspace_id: caller.workspaceId,
        session_id: caller.sessionId,
        agent_id: caller.agentId,
        runtime: params.runtime,
        mode: params.management_mode ?? null,
        resumable: params.resumable ? 1 : 0,
        status: params.status,
        last_heartbeat_at: now,
      }),
    );
    if (!kept) throw ThreadError.of("SESSION_OF_OTHER_AGENT", {});
    return { ok: true, recorded_at: isoTime(now) };
  },
};
