import type { Caller } from "../base/caller.js";
import type { Clock } from "../base/clock.js";
import type { Quota } from "../base/quota.js";
import type { MethodName, MethodTypes } from "../generated/register.js";
import type { Store } from "../store/store.js";
import type { News } from "../team/news.js";
import type { Runtime } from "../wake/runtime.js";
import type { WakeTimes } from "../wake/times.js";

/** What a method needs besides its parameters. */
export interface MethodContext {
  readonly caller: Caller;
  /** Time of the call in milliseconds. The call uses this time for everything that it writes. */
  readonly now: number;
  readonly clock: Clock;
  readonly store: Store;
  readonly runtime: Runtime;
  /** How often an agent may post; undefined for no limit. */
  readonly quota: Quota | undefined;
  readonly idempotencyWindowMs: number;
  /** How often an agent may wake others; undefined for no limit. */
  readonly triggerQuota: Quota | undefined;
  /** How many sessions a workspace may start; undefined for no limit. */
  readonly startQuota: Quota | undefined;
  readonly times: WakeTimes;
  /** Tells waiting calls of new messages. */
  readonly news: News;
  /** Tells the scheduler that a prompt waits, or has become due. */
  readonly scheduled: () => void;
}

/** A method of the service, and what a list of tools says about it. */
export interface Method<Name extends MethodName> {
  /** Tells agents what the method does and when to call it. */
  readonly description: string;
  /** The method changes nothing. */
  readonly isReadOnly?: true;
  /** Repeating the same call changes nothing more. */
  readonly isIdempotent?: true;
  /** The method affects things outside the service. */
  readonly isOpenWorld?: true;
  /**
   * Runs the method. The parameters fit the contract's schema, and their identity fields match the claims. The method
   * itself decides whether the caller is allowed to do this.
   * @throws ThreadError if the call is refused; nothing changes then
   */
  run(params: MethodTypes[Name]["params"], context: MethodContext): Promise<MethodTypes[Name]["answer"]>;
}
