import type { KnownSession } from "./session.js";

export type WakeAction = "trigger_runtime" | "resume_session" | "spawn_session";

/** What became of an attempt; `absent` says that nothing is configured for it. */
export type Outcome = "delivered" | "failed" | "absent";

/** What a participant is told, and for which thread. */
export interface Prompt {
  readonly threadId: string;
  readonly text: string;
}

/** Whom a new session is for. */
export interface SpawnTarget {
  readonly agentId: string;
  readonly workspaceId: string;
  /** Of the session that the agent had last; undefined where it never had one. */
  readonly runtime: string | undefined;
}

/** The way to the programs in which agents live. What an implementation throws counts as failed. */
export interface Runtime {
  /**
   * When a human last typed in a session, in milliseconds of the service's clock; its present time while somebody does.
   * @returns undefined where nobody has, as far as is known
   */
  humanInputAt(session: KnownSession): Promise<number | undefined>;
  /** Hands the prompt to a live session that a supervisor manages. */
  trigger(session: KnownSession, prompt: Prompt): Promise<Outcome>;
  /** Starts a session again where it left off, with the prompt. */
  resume(session: KnownSession, prompt: Prompt): Promise<Outcome>;
  /** Starts a new session with the prompt. */
  spawn(target: SpawnTarget, prompt: Prompt): Promise<Outcome>;
  /** The command of an action as a person would type it; undefined where there is none. */
  command(
    action: WakeAction,
    target: SpawnTarget & { readonly sessionId?: string | undefined },
    prompt: Prompt,
  ): string | undefined;
}
