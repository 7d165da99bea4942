import type { MethodTypes } from "../generated/register.js";
import { accessThread } from "../methods/access.js";
import type { MethodContext } from "../methods/method.js";
import { recordAudit } from "../store/audit.js";
import { lockSession } from "../store/sessions.js";
import { startedUntil } from "../store/starts.js";
import type { Transaction } from "../store/store.js";
import type { WakeRow } from "../store/tables.js";
import { keepWake, wakeOf } from "../store/wakes.js";
import type { KnownSession } from "./session.js";
import type { WakeTarget } from "./tools.js";

/** What a caller of trigger_participant asks for. */
export interface WakeRequest {
  readonly params: MethodTypes["trigger_participant"]["params"] & { readonly idempotency_key?: string };
  readonly target: WakeTarget;
}

/** Whether a prompt waits or is being delivered. A claim of a process that has died ends by itself. */
export function isBusy({ state, deferred_until }: WakeRow, now: number): boolean {
  return (state === "waiting" || state === "claimed" || state === "delivering") && now <= deferred_until;
}

/** Whether a delivery has ended. */
export function isFinished({ state }: WakeRow): boolean {
  return state === "delivered" || state === "started" || state === "failed";
}

type New = Pick<WakeRow, "state" | "seen_seq" | "deferred_until"> &
  Partial<Pick<WakeRow, "session_id" | "human_input_at" | "next_look_at">>;

/** What else happens in the transaction that keeps a wake-up. */
interface Also {
  /** The row that it locks, as the store orders writes by it. */
  readonly thenLocks: string;
  /** Whether the situation is as the caller has seen it. It locks what a change of the situation would lock. */
  readonly isStillSo?: (tx: Transaction) => Promise<boolean>;
  /** Charges the caller, or refuses. */
  readonly charge?: (tx: Transaction) => Promise<void>;
}

/**
 * Keeps a wake-up with its record in the audit, in place of the one that the caller has seen.
 * @returns undefined if another caller was faster, or the situation is another one by then
 */
export function keepNewWake(
  { params, target }: WakeRequest,
  seen: WakeRow | undefined,
  { store, caller, now }: MethodContext,
  about: New,
  { thenLocks, isStillSo, charge }: Also = { thenLocks: "" },
): Promise<WakeRow | undefined> {
  return store.writeInTurn({ key: target.threadId, thenLocks }, async (tx) => {
    await accessThread(tx, target.threadId, caller, { lock: true });
    // Before the wake-up is locked: a heartbeat locks both in this order.
    if (isStillSo !== undefined && !(await isStillSo(tx))) return undefined;
    const there = await wakeOf(tx, { thread: target.threadId, target: target.agentId }, { lock: true });
    if (there?.triggered_at !== seen?.triggered_at || there?.state !== seen?.state) return undefined;
    await charge?.(tx);
    const wake: WakeRow = {
      thread_id: target.threadId,
      target_agent_id: target.agentId,
      workspace_id: target.workspaceId,
      session_id: "",
      prompt: params.trigger_prompt,
      reason: params.reason,
      requested_by: caller.agentId,
      // Tells one wake-up from the next, also within a millisecond.
      triggered_at: Math.max(now, (there?.triggered_at ?? 0) + 1),
      next_look_at: 0,
      human_input_at: 0,
      finished_at: null,
      answer: null,
      idempotency_key: params.idempotency_key ?? null,
      ...about,
    };
    await keepWake(tx, wake);
    const { thread_id: thread, reason, target_agent_id, audit_metadata, force } = params;
    await recordAudit(tx, caller, {
      at: now,
      thread,
      action: force === true ? "force_trigger" : "trigger_participant",
      reason,
      details: { target_agent_id, state: about.state, ...(audit_metadata === undefined ? {} : { audit_metadata }) },
    });
    return wake;
  });
}

/** What is known of the wake-up and the thread before. */
interface Before {
  readonly wake: WakeRow | undefined;
  readonly lastSeq: number;
}

/**
 * Remembers a prompt for a target that works. It is delivered when the target is idle or silent, unless it has read
 * everything by then.
 * @returns false if the target does not work any more
 */
export function rememberUntilIdle(
  request: WakeRequest,
  session: KnownSession,
  before: Before,
  context: MethodContext,
): Promise<boolean> {
  const { workspaceId: workspace, sessionId, heardAt } = session;
  return remember(request, heardAt + context.times.staleMs, before, context, {
    thenLocks: `session ${sessionId}`,
    // A heartbeat that comes now waits for this transaction, and then finds what is remembered.
    isStillSo: async (tx) => (await lockSession(tx, { workspace, session: sessionId }))?.status === "active",
  });
}

/**
 * Remembers a prompt for a target whose session has just been started. It is delivered once the session has spoken, or
 * has had its time.
 * @returns false if that is so already
 */
export function rememberUntilStarted(
  request: WakeRequest,
  until: number,
  before: Before,
  context: MethodContext,
): Promise<boolean> {
  const { workspaceId: workspace, agentId: agent } = request.target;
  return remember(request, until, before, context, {
    thenLocks: `start of ${agent}`,
    isStillSo: async (tx) => (await startedUntil(tx, { workspace, agent }, { lock: true })) === until,
  });
}

async function remember(
  request: WakeRequest,
  at: number,
  { wake, lastSeq }: Before,
  context: MethodContext,
  also: Also,
): Promise<boolean> {
  // A prompt that waits is tried again anyway. One that is on its way does not cover what has been posted since.
  if (wake?.state === "waiting" && isBusy(wake, context.clock.now())) return true;
  const until = context.now + REMEMBERED_MS;
  const about = { state: "remembered", seen_seq: lastSeq, deferred_until: until, next_look_at: at } as const;
  const kept = await keepNewWake(request, wake, context, about, also);
  if (kept !== undefined) context.scheduled();
  return kept !== undefined;
}

/** How long a prompt is remembered. Later its words are out of date. */
export const REMEMBERED_MS = 60 * 60 * 1000;
