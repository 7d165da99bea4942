import { isoTime } from "../base/clock.js";
import { ThreadError } from "../contract/thread-error.js";
import type { MethodTypes } from "../generated/register.js";
import { recordAudit } from "../store/audit.js";
import type { Transaction } from "../store/store.js";
import type { WakeRow } from "../store/tables.js";
import { participantsOf } from "../store/threads.js";
import { forgetWake, keepWake, wakeOf } from "../store/wakes.js";
import { isTyping, LONGEST_DEFERRAL_MS, LOOK_EVERY_MS, LOOK_SLACK_MS, quietIn } from "../wake/collision.js";
import { deliver } from "../wake/deliver.js";
import type { WakePlan } from "../wake/plan.js";
import { planFor } from "../wake/plan-for.js";
import type { KnownSession } from "../wake/session.js";
import type { WakeTarget } from "../wake/tools.js";
import { typedIn } from "../wake/typing.js";
import { accessThread } from "./access.js";
import type { Method, MethodContext } from "./method.js";

type Params = MethodTypes["trigger_participant"]["params"];
type Answer = MethodTypes["trigger_participant"]["answer"];
type Attempts = Extract<WakePlan, { kind: "attempts" }>;

/** Wakes a participant that has unread messages. */
export const triggerParticipant: Method<"trigger_participant"> = {
  description:
    "Wakes a participant that has unread messages in a thread. Answers delivered, deferred (a human is typing there; it is tried again for a minute by itself, so do not repeat it) or not_needed.",
  isOpenWorld: true,
  async run(params, context) {
    const isForced = params.force === true;
    if (isForced && params.audit_metadata === undefined) {
      throw ThreadError.of(
        "FORCE_WITHOUT_AUDIT",
        {},
        { details: { parameter: "/audit_metadata", keyword: "required" } },
      );
    }
    const { caller, store, now } = context;
    const target = { threadId: params.thread_id, workspaceId: caller.workspaceId, agentId: params.target_agent_id };
    const { plan, wake } = await store.read((tx) => situation(tx, params, target, context));

    if (plan.kind === "not-needed") return { ...answerTo(target, now), action: "none", result: "not_needed" };
    if (!isForced && wake !== undefined && isUnderWay(wake, now)) return deferredAnswer(wake, plan, context);

    const [first] = plan.attempts;
    if (!isForced && first?.action === "trigger_runtime") {
      const typedAt = await typedIn(first.session, context);
      if (typedAt !== undefined && isTyping(typedAt, context.clock.now())) {
        if (wake !== undefined && wake.state !== "claimed") throw collision(quietIn(typedAt, context.clock.now()));
        return deferredAnswer(await defer(params, target, first.session, typedAt, context), plan, context);
      }
    }
    await begin(params, target, plan, wake, context);
    return wakeNow(params, target, plan, context);
  },
};

async function situation(
  tx: Transaction,
  params: Params,
  { threadId, agentId, workspaceId }: WakeTarget,
  context: MethodContext,
) {
  const { caller, now } = context;
  await accessThread(tx, threadId, caller);
  if (!(await participantsOf(tx, threadId)).includes(agentId)) {
    throw ThreadError.of("UNKNOWN_TARGET", {});
  }
  if (params.force === true && caller.role !== "operator") {
    throw ThreadError.of("FORCE_FOR_OPERATORS", {});
  }
  const plan = await planFor(tx, { threadId, agentId, workspaceId }, now);
  return { plan, wake: await wakeOf(tx, { thread: threadId, target: agentId }) };
}

/** Whether a prompt waits or is being delivered. A prompt claimed by a dead process ends with its minute. */
function isUnderWay({ state, deferred_until }: WakeRow, now: number): boolean {
  return state !== "given_up" && now <= deferred_until;
}

/** Defers the prompt until the human stops typing. If several callers ask at once, only the first prompt waits. */
function defer(
  params: Params,
  target: WakeTarget,
  session: KnownSession,
  typedAt: number,
  { store, caller, now }: MethodContext,
): Promise<WakeRow> {
  return store.write(async (tx) => {
    await accessThread(tx, target.threadId, caller, { lock: true });
    const there = await wakeOf(tx, { thread: target.threadId, target: target.agentId });
    if (there !== undefined && isUnderWay(there, now)) return there;
    const wake: WakeRow = {
      thread_id: target.threadId,
      target_agent_id: target.agentId,
      workspace_id: target.workspaceId,
      session_id: session.sessionId,
      prompt: params.trigger_prompt,
      reason: params.reason,
      requested_by: caller.agentId,
      triggered_at: now,
      deferred_until: now + LONGEST_DEFERRAL_MS,
      next_look_at: now + LOOK_EVERY_MS - LOOK_SLACK_MS,
      human_input_at: typedAt,
      state: "waiting",
    };
    await keepWake(tx, wake);
    await record(tx, params, caller, now, { deferred_until: isoTime(wake.deferred_until) });
    return wake;
  });
}

/**
 * Records the wake-up in the audit before it happens, so that none goes unrecorded. This prompt replaces a waiting one.
 */
async function begin(
  params: Params,
  target: WakeTarget,
  { attempts }: Attempts,
  wake: WakeRow | undefined,
  { store, caller, now }: MethodContext,
): Promise<void> {
  await store.write(async (tx) => {
    if (wake !== undefined) await forgetWake(tx, { thread: target.threadId, target: target.agentId });
    await record(tx, params, caller, now, { attempts: attempts.map(({ action }) => action) });
  });
}

function record(tx: Transaction, params: Params, caller: MethodContext["caller"], at: number, details: object) {
  const { thread_id: thread, reason, target_agent_id, audit_metadata, force } = params;
  return recordAudit(tx, caller, {
    at,
    thread,
    action: force === true ? "force_trigger" : "trigger_participant",
    reason,
    details: { target_agent_id, ...details, ...(audit_metadata === undefined ? {} : { audit_metadata }) },
  });
}

async function wakeNow(params: Params, target: WakeTarget, plan: Attempts, context: MethodContext): Promise<Answer> {
  const result = await deliver(context, target, plan, params.trigger_prompt);
  if (result.kind === "delivered") {
    const { attempt, prompt } = result;
    const sessionId = attempt.action === "spawn_session" ? undefined : attempt.session.sessionId;
    const runtime = attempt.action === "spawn_session" ? plan.session?.runtime : attempt.session.runtime;
    const command = context.runtime.command(attempt.action, { ...target, runtime, sessionId }, prompt);
    return {
      ...answerTo(target, context.now),
      action: attempt.action,
      result: "delivered",
      ...(command === undefined ? {} : { runtime_command: command }),
    };
  }
  if (!result.tried && plan.session?.managed === false) {
    throw ThreadError.of("UNMANAGED_SESSION", {});
  }
  throw ThreadError.of(result.tried ? "EVERY_WAY_FAILED" : "NO_WAY_TO_WAKE", {});
}

function collision(retryAfterMs: number): ThreadError {
  return ThreadError.of("HUMAN_IS_TYPING", {}, { retryAfterMs });
}

/** The answer to every caller during one deferral. */
function deferredAnswer(wake: WakeRow, plan: Attempts, { runtime }: MethodContext): Answer {
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
