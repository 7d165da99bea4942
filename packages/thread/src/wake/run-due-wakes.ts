import { advanceWake, claimLook, dueWakes, endWake, noteTyping } from "../store/due-wakes.js";
import type { WakeRow } from "../store/tables.js";
import { judgeWaiting, LOOK_EVERY_MS, LOOK_SLACK_MS, laterOf } from "./collision.js";
import { deliver } from "./deliver.js";
import type { WakePlan } from "./plan.js";
import { planFor } from "./plan-for.js";
import type { WakeTools } from "./tools.js";
import { typedIn } from "./typing.js";

export type { WakeTools } from "./tools.js";

/** So many prompts are looked at side by side; a command that is slow holds up no more than its own. */
const AT_ONCE = 8;

/**
 * Looks at the deferred prompts whose time has come. Several processes may do so at once: one of them takes each look,
 * and one of them delivers. A process that dies between taking a prompt and delivering it takes the prompt with it: it is
 * delivered at most once, and whoever asked may ask again when the minute is over.
 * @throws what went wrong first, once all of them have been looked at
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
  // Who is at work reads by itself, or is idle again before the minute is over.
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

/** @returns how the target would be woken now; undefined where another process looks, or nobody has to any more */
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

/** When somebody was last seen to type where the prompt would go; another session than before has a keyboard of its own. */
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
