import { summarizeThread } from "../methods/summarize-thread.js";
import { takeFromQuota } from "../store/quotas.js";
import { claimStart, endStart, startedUntil } from "../store/starts.js";
import type { Attempt, WakePlan } from "./plan.js";
import type { Outcome, Prompt, SpawnTarget } from "./runtime.js";
import { spawnPrompt } from "./spawn-prompt.js";
import type { WakeTarget, WakeTools } from "./tools.js";

export type WakeResult =
  | { readonly kind: "delivered"; readonly attempt: Attempt; readonly prompt: Prompt }
  /** `tried`: at least one way was configured and failed. */
  | { readonly kind: "failed"; readonly tried: boolean }
  | NoStart;

type NoStart =
  /** Another session of the agent was started, and is given time to send its first heartbeat. */
  | { readonly kind: "starting"; readonly until: number }
  /** The workspace has started too many sessions. */
  | { readonly kind: "limited"; readonly retryAfterMs: number };

export type Attempts = Extract<WakePlan, { kind: "attempts" }>;

/**
 * Tries the ways one at a time until one delivers the prompt. An agent gets one new or resumed session at a time, however
 * many threads ask for one.
 */
export async function deliver(
  tools: WakeTools,
  target: WakeTarget,
  { attempts, session }: Attempts,
  text: string,
): Promise<WakeResult> {
  const spawnTarget = { ...target, runtime: session?.runtime };
  let [tried, holdsStart] = [false, false];
  for (const attempt of attempts) {
    if (attempt.action !== "trigger_runtime" && !holdsStart) {
      const refused = await takeStart(tools, target);
      if (refused !== undefined) return refused;
      holdsStart = true;
    }
    const prompt = await promptFor(attempt, tools, target, text);
    const outcome = await attempted(attempt, tools, spawnTarget, prompt);
    if (outcome === "delivered") return { kind: "delivered", attempt, prompt };
    if (outcome === "failed") tried = true;
  }
  await tools.store.write((tx) => endStart(tx, { workspace: target.workspaceId, agent: target.agentId }));
  return { kind: "failed", tried };
}

/** Claims the start of a session. @returns why there is none; undefined on success */
function takeStart(
  { store, clock, times, startQuota }: WakeTools,
  { workspaceId: workspace, agentId: agent }: WakeTarget,
): Promise<NoStart | undefined> {
  return store.write(async (tx) => {
    const now = clock.now();
    if (!(await claimStart(tx, { workspace, agent, until: now + times.startGraceMs, now }))) {
      return { kind: "starting", until: await startedUntil(tx, { workspace, agent }) };
    }
    if (startQuota === undefined) return undefined;
    // No agent has this name, since names hold no blanks.
    const retryAfterMs = await takeFromQuota(tx, startQuota, { workspace, agent: "starts of sessions", now });
    if (retryAfterMs === 0) return undefined;
    await endStart(tx, { workspace, agent });
    return { kind: "limited", retryAfterMs };
  });
}

/**
 * The prompt of an attempt. A new session does not know the thread, so its prompt includes a summary
 * (`thread.trigger_participant.spawn`).
 */
async function promptFor(attempt: Attempt, tools: WakeTools, target: WakeTarget, text: string): Promise<Prompt> {
  const { threadId } = target;
  if (attempt.action !== "spawn_session") return { threadId, text };
  // The target participates in the thread, so it gets the same answer as if it had called summarize_thread itself.
  const caller = { agentId: target.agentId, workspaceId: target.workspaceId, role: "worker", sessionId: "" };
  const { summary } = await summarizeThread.run({ thread_id: threadId }, { ...tools, caller, now: tools.clock.now() });
  return { threadId, text: spawnPrompt(text, threadId, summary) };
}

async function attempted(
  attempt: Attempt,
  { runtime }: WakeTools,
  target: SpawnTarget,
  prompt: Prompt,
): Promise<Outcome> {
  try {
    switch (attempt.action) {
      case "trigger_runtime":
        return await runtime.trigger(attempt.session, prompt);
      case "resume_session":
        return await runtime.resume(attempt.session, prompt);
      case "spawn_session":
        return await runtime.spawn(target, prompt);
    }
  } catch {
    // The next attempt may still work.
    return "failed";
  }
}
