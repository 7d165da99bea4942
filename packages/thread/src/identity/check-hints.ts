import type { Caller } from "../base/caller.js";
import { ThreadError } from "../contract/thread-error.js";
import type { MethodName } from "../generated/register.js";

/** Identity fields of payloads, and the claim that each must agree with. */
const CLAIM_OF: Readonly<Record<string, keyof Caller>> = {
  created_by: "agentId",
  sender_agent_id: "agentId",
  agent_id: "agentId",
  sender_session_id: "sessionId",
  session_id: "sessionId",
  workspace_id: "workspaceId",
};

/**
 * Checks what a payload says about its sender against the verified claims. It is never used for anything else.
 * @throws ThreadError CLAIM_MISMATCH, or OUT_OF_SCOPE_WORKSPACE for a new thread in another workspace
 */
export function checkHints(method: MethodName, params: object, caller: Caller): void {
  for (const [field, value] of Object.entries(params)) {
    const claim = Object.hasOwn(CLAIM_OF, field) ? CLAIM_OF[field] : undefined;
    if (claim === undefined || value === caller[claim]) continue;
    if (method === "create_thread" && claim === "workspaceId") {
      throw ThreadError.of("THREAD_FOR_OTHER_WORKSPACE", {});
    }
    throw ThreadError.of("CLAIM_DIFFERS", { field });
  }
}
