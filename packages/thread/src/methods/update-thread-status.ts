import { oversees } from "../base/caller.js";
import { isoTime } from "../base/clock.js";
import { ThreadError } from "../contract/thread-error.js";
import { recordAudit } from "../store/audit.js";
import { hasOpenItems } from "../store/open-items.js";
import { changeStatus } from "../store/threads.js";
import { accessThread } from "./access.js";
import type { Method } from "./method.js";
import { transitionOf } from "./transition.js";

/** Changes the status of a thread if the caller's role allows it. */
export const updateThreadStatus: Method<"update_thread_status"> = {
  description:
    "Changes the status of a thread, with a reason for the record. While a finding or an escalation is open, or the thread is blocked, only an operator or orchestrator may resolve or close it. Whoever has blocked a thread, or one of those two, makes it active again.",
  isIdempotent: true,
  run: (params, { store, caller, now }) =>
    store.writeInTurn({ key: params.thread_id }, async (tx) => {
      const { thread_id, status, reason } = params;
      const thread = await accessThread(tx, thread_id, caller, { lock: true });
      if (status === thread.status) return { thread_id, status, updated_at: isoTime(thread.updated_at) };
      const disputed = await hasOpenItems(tx, thread_id);
      const transition = transitionOf(thread.status, status, disputed);
      if (thread.status === "blocked" && thread.blocked_by !== caller.agentId && !oversees(caller)) {
        throw ThreadError.of("BLOCKED_BY_OTHER_AGENT", { to: status });
      }
      if (transition === "override" && !oversees(caller)) {
        const row = disputed ? "DISPUTED_STATUS_FOR_OVERSEERS" : "STATUS_FOR_OVERSEERS";
        throw ThreadError.of(row, { from: thread.status, to: status });
      }
      if (transition === "none") throw ThreadError.of("NO_TRANSITION", { from: thread.status, to: status });
      const updated_at = Math.max(now, thread.updated_at);
      const blockedBy = status === "blocked" ? caller.agentId : null;
      await changeStatus(tx, { thread: thread_id, status, blockedBy, updatedAt: updated_at });
      const details = {
        from: thread.status,
        to: status,
        override: transition === "override",
        ...(params.metadata === undefined ? {} : { metadata: params.metadata }),
      };
      await recordAudit(tx, caller, { at: now, thread: thread_id, action: "update_thread_status", reason, details });
      return { thread_id, status, updated_at: isoTime(updated_at) };
    }),
};
