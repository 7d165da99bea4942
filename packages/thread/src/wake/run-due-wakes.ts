import { advanceWake, claimLook, dueWakes, endWake } from "../store/due-wakes.js";
import type { WakeRow } from "../store/tables.js";
import { outcomeOf } from "./answers.js";
import { isTyping, judgeWaiting, laterOf, nextLookAt } from "./collision.js";
import { type Attempts, deliver } from "./deliver.js";
import { firstSession, type WakePlan } from "./plan.js";
import { planFor } from "./plan-for.js";
import type { WakeTarget, WakeTools } from "./tools.js";
import { typedIn } from "./typing.js";

/** Number of prompts checked concurrently, so that a slow command delays only its own prompt. */
const AT_ONCE = 8;
/** When a remembered prompt is tried again after every way has failed. */
const RETRY_MS = 60_000;

/**
 * Checks all prompts that are due. Several processes may do this at once; each check and each delivery is claimed by one
 * of them. A prompt is delivered at most once: if a process dies after claiming it, the prompt is lost, and the caller
 * may ask again when the minute is over.
 * @throws the first error, after all prompts have been checked
 */
export async function runDueWakes(tools: WakeTools): Promise<void> {
  const due = [...(await tools.store.read((tx) => dueWakes(tx, tools.clock.now())))];
  const faults: unknown[] = [];
  const worker = async () => {
    for (let wake = due.shift(); wake !== undefined; wake = due.shift()) {
      await look(tools, wake).catch((thrown: unknown) => faults.push(thrown));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  if (faults.length > 0) throw faults[0];
}

/** Keeps how a delivery has ended. */
export async function finishWake(
  { store, clock }: Pick<WakeTools, "store" | "clock">,
  wake: WakeRow,
  { state, ...kept }: Pick<WakeRow, "state" | "answer"> & Partial<Pick<WakeRow, "next_look_at" | "deferred_until">>,
): Promise<void> {
  await store.write((tx) => advanceWake(tx, wake, state, { ...kept, finished_at: clock.now() }));
}

async function look(tools: WakeTools, due: WakeRow): Promise<void> {
  const taken = await takeLook(tools, due);
  if (taken === undefined) return;
  const { wake, plan } = taken;
  return wake.state === "waiting" ? lookAtWaiting(tools, wake, plan) : lookAtRemembered(tools, wake, plan);
}

/**
 * @returns the current plan for the target; undefined if another process does this check or the wake-up is no longer
 * needed
 */
function takeLook(
  { store, clock, times }: WakeTools,
  due: WakeRow,
): Promise<{ wake: WakeRow; plan: WakePlan } | undefined> {
  return store.write(async (tx) => {
    const now = clock.now();
    const next_look_at = now + times.lookEveryMs;
    if (!(await claimLook(tx, due, next_look_at))) return undefined;
    const wake = { ...due, next_look_at };
    const plan = await planFor(tx, targetOf(wake), now, times.staleMs);
    if (plan.kind === "attempts" || plan.why === "active") return { wake, plan };
    await endWake(tx, wake);
    return undefined;
  });
}

async function lookAtWaiting(tools: WakeTools, wake: WakeRow, plan: WakePlan): Promise<void> {
  const { store, clock, times } = tools;
  const typed = await typing(tools, wake, plan);
  const judged = judgeWaiting({ deferredUntil: wake.deferred_until, typedAt: typed?.at }, clock.now(), times);
  const change = (to: WakeRow["state"], changed?: Parameters<typeof advanceWake>[3]) =>
    store.write((tx) => advanceWake(tx, wake, to, changed));
  if (judged === "give-up") {
    await change("given_up");
  } else if (judged === "later" && typed !== undefined) {
    const next_look_at = nextLookAt(typed.at, wake.deferred_until, clock.now(), times);
    await change("waiting", { session_id: typed.session, human_input_at: typed.at, next_look_at });
    // An active participant reads by itself, or becomes idle before the minute is over.
  } else if (judged === "deliver" && plan.kind === "attempts") {
    const claimed = await change("claimed");
    if (claimed === undefined) return;
    const ended = await tried(tools, claimed, plan);
    // A prompt that has waited for the keyboard is not delivered later.
    await finishWake(tools, claimed, ended === "not now" ? { state: "given_up", answer: null } : ended);
  }
}

async function lookAtRemembered(tools: WakeTools, wake: WakeRow, plan: WakePlan): Promise<void> {
  const { store, clock, times } = tools;
  const now = clock.now();
  const change = (to: WakeRow["state"], changed?: Parameters<typeof advanceWake>[3]) =>
    store.write((tx) => advanceWake(tx, wake, to, changed));
  if (now > wake.deferred_until) {
    await change("given_up");
    return;
  }
  if (plan.kind === "not-needed") {
    const heardAt = plan.why === "active" ? plan.session.heardAt : now;
    // Unless a heartbeat has made it due since.
    await store.write((tx) => claimLook(tx, wake, Math.max(now + 1, heardAt + times.staleMs)));
    return;
  }
  const session = firstSession(plan);
  const typedAt = session === undefined ? undefined : await typedIn(session, tools);
  if (session !== undefined && typedAt !== undefined && isTyping(typedAt, now, times)) {
    const deferred_until = now + times.longestDeferralMs;
    const next_look_at = nextLookAt(typedAt, deferred_until, now, times);
    await change("waiting", {
      session_id: session.sessionId,
      human_input_at: typedAt,
      deferred_until,
      next_look_at,
    });
    return;
  }
  const claimed = await change("delivering");
  if (claimed === undefined) return;
  const ended = await tried(tools, claimed, plan);
  const again = { state: "remembered", answer: null, next_look_at: clock.now() + RETRY_MS } as const;
  await finishWake(tools, claimed, ended === "not now" || ended.state === "failed" ? again : ended);
}

/** Tries to deliver. `not now`: another session of the target has just been started, or too many of the workspace. */
async function tried(tools: WakeTools, wake: WakeRow, plan: Attempts) {
  const target = targetOf(wake);
  const result = await deliver(tools, target, plan, wake.prompt).catch(async (thrown: unknown) => {
    await finishWake(tools, wake, { state: "failed", answer: null });
    throw thrown;
  });
  if (result.kind === "starting" || result.kind === "limited") return "not now" as const;
  return outcomeOf(tools.runtime, target, plan, result, tools.clock.now());
}

function targetOf(wake: WakeRow): WakeTarget {
  return { threadId: wake.thread_id, agentId: wake.target_agent_id, workspaceId: wake.workspace_id };
}

/**
 * The last human input in the session that would get the prompt. Input in an earlier session does not count for a new
 * one.
 */
async function typing(
  tools: WakeTools,
  wake: WakeRow,
  plan: WakePlan,
): Promise<{ session: string; at: number } | undefined> {
  const before = { session: wake.session_id, at: wake.human_input_at };
  const session = plan.kind === "attempts" ? firstSession(plan) : undefined;
  if (session === undefined) return before;
  const { sessionId } = session;
  const at = laterOf(sessionId === before.session ? before.at : undefined, await typedIn(session, tools));
  return at === undefined ? undefined : { session: sessionId, at };
}
