import { advanceWake, claimLook, dueWakes, endWake, noteTyping } from "../store/due-wakes.js";
import type { WakeRow } from "../store/tables.js";
import { judgeWaiting, LOOK_EVERY_MS, LOOK_SLACK_MS, laterOf } from "./collision.js";
import { deliver } from "./deliver.js";
import type { WakePlan } from "./plan.js";
import { planFor } from "./plan-for.js";
import type { WakeTools } from "./tools.js";
import { typedIn } from "./typing.js";

export type { WakeTools } from "./tools.js";

/** Number of prompts checked concurrently, so that a slow command delays only its own prompt. */
const AT_ONCE = 8;

/**
 * Checks all deferred prompts that are due. Several processes may do this at once; each check and each delivery is
 * claimed by one of them. A prompt is delivered at most once: if a process dies after claiming it, the prompt is lost,
 * and the caller may ask again when the minute is over.
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

async function look(tools: WakeTools, wake: WakeRow): Promise<void> {
  const plan = await takeLook(tools, wake);
  if (plan === undefined) return;
  const { store, clock } = tools;
  const typed = await typing(tools, wake, plan);
  const judged = judgeWaiting({ deferredUntil: wake.deferred_until, typedAt: typed?.at }, clock.now());
  // An active participant reads by itself, or becomes idle before the minute is over.
  const verdict = judged === "deliver" && plan.kind === "not-needed" ? "later" : judged;
  if (verdict === "later" && typed !== undefined) {
    return store.write((tx) => noteTyping(tx, wake, { session: typed.session, humanInputAt: typed.at }));
  }
  const { thread_id: threadId, target_agent_id: agentId, workspace_id: workspaceId } = wake;
  const move = (to: WakeRow["state"]) => store.write((tx) => advanceWake(tx, wake, to));
  if (verdict === "give-up") await move("given_up");
  if (verdict !== "deliver" || plan.kind === "not-needed" || !(await move("claimed"))) return;
  try {
    await deliver(tools, { threadId, agentId, workspaceId }, plan, wake.prompt);
  } finally {
    await store.write((tx) => endWake(tx, wake, "claimed"));
  }
}

/**
 * @returns the current plan for the target; undefined if another process does this check or the wake-up is no longer
 * needed
 */
function takeLook({ store, clock }: WakeTools, wake: WakeRow): Promise<WakePlan | undefined> {
  return store.write(async (tx) => {
    const now = clock.now();
    if (!(await claimLook(tx, wake, now + LOOK_EVERY_MS - LOOK_SLACK_MS))) return undefined;
    const { thread_id: threadId, target_agent_id: agentId, workspace_id: workspaceId } = wake;
    const plan = await planFor(tx, { threadId, agentId, workspaceId }, now);
    if (plan.kind === "attempts" || plan.why === "active") return plan;
    await endWake(tx, wake, "waiting");
    return undefined;
  });
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
  const first = plan.kind === "attempts" ? plan.attempts[0] : undefined;
  if (first?.action !== "trigger_runtime") return before;
  const session = first.session.sessionId;
  const at = laterOf(session === before.session ? before.at : undefined, await typedIn(first.session, tools));
  return at === undefined ? undefined : { session, at };
}
