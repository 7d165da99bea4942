import type { KnownSession } from "./session.js";

export type WakeAction = "trigger_runtime" | "resume_session" | "spawn_session";

/** The outcome of an attempt. `absent` means that nothing is configured for it. */
export type Outcome = "delivered" | "failed" | "absent";

/** The text for a participant, and its thread. */
export interface Prompt {
  readonly threadId: string;
  readonly text: string;
}

/** The agent that a new session is for. */
export interface SpawnTarget {
  readonly agentId: string;
  readonly workspaceId: string;
  /** The runtime of the agent's latest session; undefined if it never had one. */
  readonly runtime: string | undefined;
}

/** Reaches the programs in which agents run. An exception counts as a failed attempt. */
export interface Runtime {
  /**
   * When a human last typed in a session, in milliseconds of the service's clock; the current time during typing.
   * @returns undefined if no input is known
   */
  humanInputAt(session: KnownSession): Promise<number | undefined>;
  /** Passes the prompt to a live session that a supervisor manages. */
  trigger(session: KnownSession, prompt: Prompt): Promise<Outcome>;
  /** Resumes a session with the prompt. */
  resume(session: KnownSession, prompt: Prompt): Promise<Outcome>;
  /** Starts a new session with the prompt. */
  spawn(target: SpawnTarget, prompt: Prompt): Promise<Outcome>;
  /** The command of an action, for display to people; undefined if there is none. */
  command(
    action: WakeAction,
    target: SpawnTarget & { readonly sessionId?: string | undefined },
    prompt: Prompt,
  ): string | undefined;
}
