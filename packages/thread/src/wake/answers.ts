import { isoTime } from "../base/clock.js";
import { ThreadError } from "../contract/thread-error.js";
import type { MethodTypes } from "../generated/register.js";
import type { WakeRow } from "../store/tables.js";
import type { Attempts, WakeResult } from "./deliver.js";
import type { Runtime } from "./runtime.js";
import type { WakeTarget } from "./tools.js";

export type WakeAnswer = MethodTypes["trigger_participant"]["answer"];

/** The refusals of a delivery that has failed. */
type Failure = "UNMANAGED_SESSION" | "NO_WAY_TO_WAKE" | "EVERY_WAY_FAILED";

export function notNeeded(target: WakeTarget, now: number): WakeAnswer {
  return { ...answerTo(target, now), action: "none", result: "not_needed" };
}

/** How a delivery has ended, in the form in which a wake-up keeps it, so that whoever has joined gets the same answer. */
export function outcomeOf(
  runtime: Runtime,
  target: WakeTarget,
  plan: Attempts,
  result: Extract<WakeResult, { kind: "delivered" | "failed" }>,
  triggeredAt: number,
): Pick<WakeRow, "answer"> & { readonly state: "delivered" | "started" | "failed" } {
  if (result.kind === "failed") {
    const unmanaged = !result.tried && plan.session?.managed === false;
    const failure: Failure = unmanaged ? "UNMANAGED_SESSION" : result.tried ? "EVERY_WAY_FAILED" : "NO_WAY_TO_WAKE";
    return { state: "failed", answer: JSON.stringify(failure) };
  }
  const { attempt, prompt } = result;
  const session = attempt.action === "spawn_session" ? plan.session : attempt.session;
  const sessionId = attempt.action === "spawn_session" ? undefined : attempt.session.sessionId;
  const command = runtime.command(attempt.action, { ...target, runtime: session?.runtime, sessionId }, prompt);
  const answer: WakeAnswer = {
    ...answerTo(target, triggeredAt),
    action: attempt.action,
    result: "delivered",
    ...(command === undefined ? {} : { runtime_command: command }),
  };
  const state = attempt.action === "trigger_runtime" ? "delivered" : "started";
  return { state, answer: JSON.stringify(answer) };
}

/**
 * The answer of a delivery that has ended.
 * @throws ThreadError if it has failed
 */
export function keptAnswer({ answer }: Pick<WakeRow, "answer">): WakeAnswer {
  const kept = JSON.parse(answer ?? '"EVERY_WAY_FAILED"') as WakeAnswer | Failure;
  if (typeof kept === "string") throw ThreadError.of(kept, {});
  return kept;
}

/** The answer to every caller during one deferral. */
export function deferredAnswer(wake: WakeRow, plan: Attempts, runtime: Runtime): WakeAnswer {
  const target = { threadId: wake.thread_id, agentId: wake.target_agent_id, workspaceId: wake.workspace_id };
  const fallback = plan.attempts.find(({ action }) => action !== "trigger_runtime");
  const sessionId = fallback?.action === "resume_session" ? fallback.session.sessionId : undefined;
  const name = fallback?.action === "resume_session" ? fallback.session.runtime : plan.session?.runtime;
  const prompt = { threadId: wake.thread_id, text: wake.prompt };
  const command =
    fallback === undefined
      ? undefined
      : runtime.command(fallback.action, { ...target, runtime: name, sessionId }, prompt);
  return {
    ...answerTo(target, wake.triggered_at),
    action: "trigger_runtime",
    result: "deferred",
    defer_reason: "human_input_busy",
    deferred_until: isoTime(wake.deferred_until),
    ...(fallback === undefined ? {} : { fallback_action: fallback.action }),
    ...(command === undefined ? {} : { runtime_command: command }),
  };
}

function answerTo({ agentId }: WakeTarget, triggeredAt: number) {
  return { target_agent_id: agentId, triggered_at: isoTime(triggeredAt) };
}
