import type { Caller } from "../base/caller.js";
import type { Clock } from "../base/clock.js";
import type { Quota } from "../base/quota.js";
import type { MethodName, MethodTypes } from "../generated/register.js";
import type { Store } from "../store/store.js";
import type { Runtime } from "../wake/runtime.js";

/** What a method works with, besides its parameters. */
export interface MethodContext {
  readonly caller: Caller;
  /** When the call came, in milliseconds: every time that it writes is this one. */
  readonly now: number;
  readonly clock: Clock;
  readonly store: Store;
  readonly runtime: Runtime;
  /** How often an agent may post; undefined where it is not limited. */
  readonly quota: Quota | undefined;
  readonly idempotencyWindowMs: number;
}

/** A method of the service, with what agents are told of it when they list tools. */
export interface Method<Name extends MethodName> {
  /** What it is for and when to call it, for the agent that has to choose. */
  readonly description: string;
  /** It changes nothing. */
  readonly isReadOnly?: true;
  /** The same call again changes nothing more. */
  readonly isIdempotent?: true;
  /** It acts on what is outside of the service. */
  readonly isOpenWorld?: true;
  /**
   * Its parameters have the form of the contract, and identity fields among them agree with the claims. The method
   * decides whether the caller may do this.
   * @throws ThreadError when it cannot do what it was asked; nothing is changed then
   */
  run(params: MethodTypes[Name]["params"], context: MethodContext): Promise<MethodTypes[Name]["answer"]>;
}
