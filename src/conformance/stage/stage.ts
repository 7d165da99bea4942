/** The workspace of a case, and the sessions of the implementation in it. */

import { NexusError } from "../../base/errors.js";
import { reasonOf } from "../../base/reason-of.js";
import type { Adapter, OpenContext, Session, Watch } from "../adapters/adapter.js";
import { withinLimit } from "../adapters/within-limit.js";
import type { Envelope } from "../contract/envelope.js";
import type { Wallet } from "../credentials/wallet.js";
import type { Workspace } from "../workspace/workspace.js";

/** Thrown where a running case turns out not to apply to the implementation. The message is the reason. */
export class NotApplicable extends Error {}

export class Stage {
  private readonly sessions = new Set<Session>();
  private current: Session | undefined;
  /** Whether the main session runs as if the disk were full, so that a call may end in the middle of a write. */
  isFull = false;

  constructor(
    readonly workspace: Workspace,
    readonly envelope: Envelope,
    /** Time limit of each call, in milliseconds. */
    readonly timeout: number,
    private readonly adapter: Adapter,
    private readonly context: OpenContext,
    /** The credentials of the actors. */
    readonly wallet: Wallet,
    /** Whether the contract ignores a file, such as a lock. */
    readonly ignores: (file: string) => boolean = () => false,
  ) {}

  /** The main session, opened by {@link start}. */
  get session(): Session {
    if (this.current === undefined) throw new Error("no session is open");
    return this.current;
  }

  /** Whether the main session is open. */
  get isOpen(): boolean {
    return this.current !== undefined && this.sessions.has(this.current);
  }

  /** @param watch how to see the file operations of the session */
  async start(watch?: Watch): Promise<Session> {
    this.current = await this.open(watch);
    return this.current;
  }

  /** Opens another session in the same workspace. */
  async open(watch?: Watch): Promise<Session> {
    return this.openWith(watch === undefined ? this.context : { ...this.context, watch });
  }

  /** Opens another session, which is given a symbolic link to the workspace as its path. */
  async openThroughLink(): Promise<Session> {
    return this.openWith({ ...this.context, workspace: this.workspace.linkToFolder() });
  }

  private async openWith(context: OpenContext): Promise<Session> {
    let session: unknown;
    try {
      session = await withinLimit(() => this.adapter.open(context), "open", this.timeout);
    } catch (thrown) {
      if (thrown instanceof NexusError) throw thrown;
      throw NexusError.of("NXC_ADAPTER_OPEN", { reason: reasonOf(thrown) }, undefined, thrown);
    }
    if (typeof (session as Partial<Session> | null | undefined)?.call !== "function") {
      throw NexusError.of("NXC_ADAPTER_SHAPE", { reason: "open() returned nothing with a call function" });
    }
    this.sessions.add(session as Session);
    await this.catchUp(session as Session);
    return session as Session;
  }

  /** Moves the clock of a new session as far as the case has moved it so far, because credentials depend on it. */
  private async catchUp(session: Session): Promise<void> {
    const { clockMs } = this.wallet;
    if (clockMs === 0 || session.advanceClock === undefined) return;
    await withinLimit(() => session.advanceClock?.(clockMs), "advanceClock", this.timeout);
  }

  /**
   * Kills the main session and opens a new one over the same files.
   * @param limit how to start it as if the disk were full
   * @throws NotApplicable where it does not even start on a full disk
   */
  async restart(signal: "SIGTERM" | "SIGKILL", limit?: Watch): Promise<void> {
    await this.kill(signal);
    this.isFull = limit !== undefined;
    try {
      await this.start(limit);
    } catch (thrown) {
      if (!this.isFull) throw thrown;
      throw new NotApplicable(`the implementation does not start on a full disk: ${reasonOf(thrown)}`);
    }
  }

  /** Kills the main session. */
  async kill(signal: "SIGTERM" | "SIGKILL"): Promise<void> {
    const { session } = this;
    // A killed session cannot be closed any more.
    this.sessions.delete(session);
    await withinLimit(() => session.kill?.(signal), `kill ${signal}`, this.timeout);
  }

  async close(session: Session): Promise<void> {
    if (!this.sessions.delete(session)) return;
    try {
      await withinLimit(() => session.close?.(), "close", this.timeout);
    } catch (thrown) {
      if (thrown instanceof NexusError) throw thrown;
      throw NexusError.of("NXC_ADAPTER_CLOSE", { reason: reasonOf(thrown) }, undefined, thrown);
    }
  }

  /** Closes all open sessions, then throws the first error. */
  async closeAll(): Promise<void> {
    const outcomes = await Promise.allSettled([...this.sessions].map((session) => this.close(session)));
    for (const outcome of outcomes) if (outcome.status === "rejected") throw outcome.reason;
  }
}
