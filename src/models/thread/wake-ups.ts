/** Waking a participant, as far as every runtime has to agree. */

import { exactly, matching } from "../../conformance/fuzz/exactly.js";
import type { Prediction } from "../../conformance/fuzz/model.js";
import type { Asked, Outcome } from "./asked.js";
import type { Thread, ThreadState } from "./state.js";

const NOT_NEEDED = { action: "none", result: "not_needed" };
const DELIVERED = {
  action: matching({ one_of: ["trigger_runtime", "resume_session", "spawn_session"] }),
  result: matching({ one_of: ["delivered", "deferred"] }),
};

/**
 * What comes of a trigger. Whether a participant that should be woken can be reached is up to its runtime, so that the
 * prompt may be delivered, and the call may be refused.
 */
export function triggerParticipant({ state, params, actor, thread }: Asked): Outcome {
  const target = String(params["target_agent_id"]);
  const isForced = params["force"] === true;
  const refused = [
    ...(thread.participants.includes(target) ? [] : ["NOT_FOUND"]),
    ...(isForced && !actor.isOperator ? ["INSUFFICIENT_AUTHORITY"] : []),
  ];
  if (refused.length > 0) return { refused };
  const statuses = Object.values(state.sessions[target] ?? {});
  const isActive = statuses.length > 0 && statuses.every((status) => status === "active");
  const notNeeded = answer(state, target, NOT_NEEDED);
  const isNeeded = hasUnread(thread, target) && !isActive;
  // The contract does not say whether force wakes a participant that need not be woken.
  if (!isNeeded && !isForced) return notNeeded;
  // Of several sessions the last one counts, and calls may come in the same millisecond.
  const mayBeActive = statuses.includes("active") || state.woken.includes(target);
  return {
    choices: [
      { next: state, assert_error: true },
      answer(woken(state, target), target, DELIVERED),
      ...(!isNeeded || mayBeActive ? [notNeeded] : []),
    ],
  };
}

/** Whether others have posted after the cursor of the agent (`thread.trigger_participant.own-messages`). */
function hasUnread({ messages, cursors }: Thread, agent: string): boolean {
  return messages.slice(cursors[agent] ?? 0).some(({ sender }) => sender !== agent);
}

function woken(state: ThreadState, agent: string): ThreadState {
  return state.woken.includes(agent) ? state : { ...state, woken: [...state.woken, agent] };
}

function answer(next: ThreadState, target: string, outcome: object): Prediction<ThreadState> {
  const triggered_at = matching({ type: "iso8601", recent: 120 });
  return { next, assert_return: exactly({ target_agent_id: target, ...outcome, triggered_at }) };
}
