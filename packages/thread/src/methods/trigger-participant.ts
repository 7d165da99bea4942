import { setTimeout as wait } from "node:timers/promises";
import { ThreadError } from "../contract/thread-error.js";
import { takeFromQuota } from "../store/quotas.js";
import { startedUntil } from "../store/starts.js";
import type { Transaction } from "../store/store.js";
import type { WakeRow } from "../store/tables.js";
import { participantsOf } from "../store/threads.js";
import { wakeOf } from "../store/wakes.js";
import { deferredAnswer, keptAnswer, notNeeded, outcomeOf, type WakeAnswer } from "../wake/answers.js";
import { isTyping, nextLookAt, quietIn } from "../wake/collision.js";
import { type Attempts, deliver } from "../wake/deliver.js";
import {
  isBusy,
  isFinished,
  keepNewWake,
  REMEMBERED_MS,
  rememberUntilIdle,
  rememberUntilStarted,
  type WakeRequest,
} from "../wake/keep-wake.js";
import { firstSession } from "../wake/plan.js";
import { planFor } from "../wake/plan-for.js";
import { finishWake } from "../wake/run-due-wakes.js";
import { typedIn } from "../wake/typing.js";
import { accessThread } from "./access.js";
import type { Method, MethodContext } from "./method.js";

/** What holds when a trigger looks at its target. */
interface Situation {
  readonly plan: Awaited<ReturnType<typeof planFor>>;
  readonly wake: WakeRow | undefined;
  /** Until when a session that was started is given time to speak; 0 if none was. */
  readonly startedUntil: number;
  readonly lastSeq: number;
}

/** A second trigger within this time is taken for a repetition of the first. */
const REPEATED_MS = 5_000;
/** How often a trigger looks whether the delivery that it has joined is over. */
const LOOK_EVERY_MS = 25;
/** How long it looks. Most commands end sooner. */
const LONGEST_WAIT_MS = 15_000;
/** When to ask again after that. */
const RETRY_AFTER_MS = 5_000;

/** Wakes a participant that has unread messages. Triggers at the same time join, and one prompt is delivered. */
export const triggerParticipant: Method<"trigger_participant"> = {
  description:
    "Wakes a participant that has unread messages in a thread. Answers delivered, deferred (a human is typing there; it is tried again for a minute by itself, so do not repeat it) or not_needed (it has read everything, or works and will be told once it is idle).",
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
    const { thread_id: threadId, target_agent_id: agentId } = params;
    const request = { params, target: { threadId, workspaceId: context.caller.workspaceId, agentId } };
    const patience = performance.now() + LONGEST_WAIT_MS;
    /** Identifies the wake-up before this call. A later one has happened during the call, which joins it. */
    let before: number | undefined;
    for (;;) {
      const seen = await context.store.read((tx) => situation(tx, request, context));
      before ??= (seen.wake?.triggered_at ?? 0) - (seen.wake?.state === "delivering" ? 1 : 0);
      const answer = await triggered(request, seen, before, context);
      if (answer !== undefined) return answer;
      if (performance.now() > patience) {
        throw ThreadError.of("STILL_DELIVERING", { wait: RETRY_AFTER_MS }, { retryAfterMs: RETRY_AFTER_MS });
      }
      await wait(LOOK_EVERY_MS);
    }
  },
};

async function situation(tx: Transaction, { params, target }: WakeRequest, context: MethodContext): Promise<Situation> {
  const { caller, now, times } = context;
  const { last_seq: lastSeq } = await accessThread(tx, target.threadId, caller);
  if (!(await participantsOf(tx, target.threadId)).includes(target.agentId)) {
    throw ThreadError.of("UNKNOWN_TARGET", {});
  }
  if (params.force === true && caller.role !== "operator") {
    throw ThreadError.of("FORCE_FOR_OPERATORS", {});
  }
  const plan = await planFor(tx, target, now, times.staleMs);
  const wake = await wakeOf(tx, { thread: target.threadId, target: target.agentId });
  const started = await startedUntil(tx, { workspace: target.workspaceId, agent: target.agentId });
  return { plan, wake, startedUntil: started, lastSeq };
}

/** @returns undefined if the call has to look again, because another one is at work */
async function triggered(
  request: WakeRequest,
  seen: Situation,
  before: number,
  context: MethodContext,
): Promise<WakeAnswer | undefined> {
  const { params, target } = request;
  const { plan, wake } = seen;
  const now = context.clock.now();
  const isForced = params.force === true;
  if (wake !== undefined && isRetry(wake, request, context)) {
    return wake.state === "remembered" ? notNeeded(target, context.now) : keptAnswer(wake);
  }
  if (plan.kind === "not-needed") {
    const isKept = plan.why === "read" || (await rememberUntilIdle(request, plan.session, seen, context));
    return isKept ? notNeeded(target, context.now) : undefined;
  }
  if (wake !== undefined && isBusy(wake, now)) {
    if (wake.state === "delivering" || (isForced && wake.state === "claimed")) return undefined;
    if (!isForced) return deferredAnswer(wake, plan, context.runtime);
  }
  if (wake !== undefined && !isForced) {
    if (isFinished(wake) && (wake.triggered_at > before || isRepeated(wake, seen, now))) return keptAnswer(wake);
    const isReachable = plan.attempts[0]?.action === "trigger_runtime";
    if (wake.state === "started" && now < seen.startedUntil && !isReachable) {
      // The new session was told what there was to read. What has come since is told once the session has had its time.
      if (seen.lastSeq <= wake.seen_seq) return keptAnswer(wake);
      const isKept = await rememberUntilStarted(request, seen.startedUntil, seen, context);
      return isKept ? notNeeded(target, context.now) : undefined;
    }
  }
  const deferral = isForced ? "not typing" : await deferred(request, plan, seen, context);
  if (deferral !== "not typing") return deferral;
  return delivered(request, plan, seen, context);
}

/** Whether the caller asks again for what it has got. A wake-up that has failed may be tried again. */
function isRetry(wake: WakeRow, { params }: WakeRequest, { caller }: MethodContext): boolean {
  if (wake.idempotency_key === null || wake.idempotency_key !== params.idempotency_key) return false;
  if (wake.requested_by !== caller.agentId) return false;
  return wake.state === "remembered" || wake.state === "delivered" || wake.state === "started";
}

/** Whether the target was given a prompt a moment ago, has not spoken since, and has nothing newer to read. */
function isRepeated({ state, finished_at, seen_seq }: WakeRow, { plan, lastSeq }: Situation, now: number): boolean {
  if (state !== "delivered" || finished_at === null || lastSeq > seen_seq || plan.kind === "not-needed") return false;
  return now - finished_at < REPEATED_MS && (plan.session?.heardAt ?? 0) < finished_at;
}

/** Defers the prompt if a human types in the session that would get it. */
async function deferred(
  request: WakeRequest,
  plan: Attempts,
  { wake, lastSeq }: Situation,
  context: MethodContext,
): Promise<WakeAnswer | undefined | "not typing"> {
  const session = firstSession(plan);
  if (session === undefined) return "not typing";
  const typedAt = await typedIn(session, context);
  const now = context.clock.now();
  if (typedAt === undefined || !isTyping(typedAt, now, context.times)) return "not typing";
  if (wake?.state === "waiting" || wake?.state === "given_up") {
    throw ThreadError.of("HUMAN_IS_TYPING", {}, { retryAfterMs: quietIn(typedAt, now, context.times) });
  }
  const deferredUntil = context.now + context.times.longestDeferralMs;
  const kept = await keepNewWake(request, wake, context, {
    state: "waiting",
    session_id: session.sessionId,
    human_input_at: typedAt,
    deferred_until: deferredUntil,
    next_look_at: nextLookAt(typedAt, deferredUntil, now, context.times),
    seen_seq: lastSeq,
  });
  if (kept === undefined) return undefined;
  context.scheduled();
  return deferredAnswer(kept, plan, context.runtime);
}

/** Delivers the prompt, after claiming it and recording it in the audit. It replaces a prompt that waits. */
async function delivered(
  request: WakeRequest,
  plan: Attempts,
  seen: Situation,
  context: MethodContext,
): Promise<WakeAnswer | undefined> {
  const { triggerQuota: quota, caller, clock } = context;
  // No agent has this name, since names hold no blanks.
  const charged = `triggers of ${caller.agentId}`;
  const about = { state: "delivering", seen_seq: seen.lastSeq, deferred_until: clock.now() + CLAIM_MS } as const;
  const claimed = await keepNewWake(request, seen.wake, context, about, {
    thenLocks: charged,
    charge: async (tx) => {
      if (quota === undefined) return;
      const by = { workspace: caller.workspaceId, agent: charged, now: context.now };
      const retryAfterMs = await takeFromQuota(tx, quota, by);
      if (retryAfterMs > 0) throw ThreadError.of("TRIGGERS_USED_UP", { wait: retryAfterMs }, { retryAfterMs });
    },
  });
  if (claimed === undefined) return undefined;
  const { target, params } = request;
  const result = await deliver(context, target, plan, params.trigger_prompt).catch(async (thrown: unknown) => {
    await finishWake(context, claimed, { state: "failed", answer: null });
    throw thrown;
  });
  if (result.kind === "limited") {
    await finishWake(context, claimed, { state: "failed", answer: null });
    const { retryAfterMs } = result;
    throw ThreadError.of("STARTS_USED_UP", { wait: retryAfterMs }, { retryAfterMs });
  }
  if (result.kind === "starting") {
    await finishWake(context, claimed, {
      state: "remembered",
      answer: null,
      next_look_at: result.until,
      deferred_until: context.now + REMEMBERED_MS,
    });
    context.scheduled();
    return notNeeded(target, context.now);
  }
  const outcome = outcomeOf(context.runtime, target, plan, result, context.now);
  await finishWake(context, claimed, outcome);
  return keptAnswer(outcome);
}

/** After this time a delivery is taken for that of a process that has died. */
const CLAIM_MS = 60_000;
