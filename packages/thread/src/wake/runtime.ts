/** The port to what runs the agents: a real one starts commands, a scripted one is told what happens. */

/** A session as its latest heartbeat described it. */
export interface RuntimeSession {
  readonly agentId: string;
  readonly sessionId: string;
  /** Such as `codex_cli`. */
  readonly runtime: string;
}

/** What a new session is for. */
export interface SpawnTarget {
  readonly agentId: string;
  readonly workspaceId: string;
  /** The runtime of the agent's last session, where one is known. */
  readonly runtime: string | undefined;
}

export type Delivered = "delivered" | "failed";

export interface Runtime {
  /** When a human last typed in the session, in milliseconds of the service's clock; undefined where none is known. */
  humanInputAt(session: RuntimeSession): Promise<number | undefined>;
  /** Gives the prompt to a live managed session. */
  trigger(session: RuntimeSession, prompt: string): Promise<Delivered>;
  /** Goes on with a session that was put down; absent where no command for it is configured. */
  resume(session: RuntimeSession, prompt: string): Promise<Delivered | "absent">;
  /** Starts a new session; absent where no command for it is configured. */
  spawn(target: SpawnTarget, prompt: string): Promise<Delivered | "absent">;
  /** The command of an action as a person would type it, where there is one. */
  command(action: "resume_session" | "spawn_session", session: RuntimeSession, prompt: string): string | undefined;
}
