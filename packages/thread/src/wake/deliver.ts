import { summarizeThread } from "../methods/summarize-thread.js";
import type { Attempt, WakePlan } from "./plan.js";
import type { Outcome, Prompt, SpawnTarget } from "./runtime.js";
import { spawnPrompt } from "./spawn-prompt.js";
import type { WakeTarget, WakeTools } from "./tools.js";

export type WakeResult =
  | { readonly kind: "delivered"; readonly attempt: Attempt; readonly prompt: Prompt }
  /** `tried`: at least one way was configured and failed. */
  | { readonly kind: "failed"; readonly tried: boolean };

type Attempts = Extract<WakePlan, { kind: "attempts" }>;

/** Tries the ways one at a time until one delivers the prompt. */
export async function deliver(
  tools: WakeTools,
  target: WakeTarget,
  { attempts, session }: Attempts,
  text: string,
): Promise<WakeResult> {
  const spawnTarget = { ...target, runtime: session?.runtime };
  let tried = false;
  for (const attempt of attempts) {
    const prompt = await promptFor(attempt, tools, target, text);
    const outcome = await attempted(attempt, tools, spawnTarget, prompt);
    if (outcome === "delivered") return { kind: "delivered", attempt, prompt };
    if (outcome === "failed") tried = true;
  }
  return { kind: "failed", tried };
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
