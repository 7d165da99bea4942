import type { Clock } from "./clock.js";
import type * as Contract from "./generated/contract.js";
import type { Caller } from "./identity/caller.js";
import type { Quota } from "./quota.js";
import type { Store } from "./store/store.js";
import type { Runtime } from "./wake/runtime.js";

/** Parameters and answer of each method, as the contract has them. */
export interface MethodTypes {
  create_thread: { params: Contract.CreateThreadParams; answer: Contract.CreateThreadAnswer };
  get_thread: { params: Contract.GetThreadParams; answer: Contract.GetThreadAnswer };
  post_message: { params: Contract.PostMessageParams; answer: Contract.PostMessageAnswer };
  read_messages: { params: Contract.ReadMessagesParams; answer: Contract.ReadMessagesAnswer };
  ack_read: { params: Contract.AckReadParams; answer: Contract.AckReadAnswer };
  update_thread_status: { params: Contract.UpdateThreadStatusParams; answer: Contract.UpdateThreadStatusAnswer };
  summarize_thread: { params: Contract.SummarizeThreadParams; answer: Contract.SummarizeThreadAnswer };
  heartbeat_session: { params: Contract.HeartbeatSessionParams; answer: Contract.HeartbeatSessionAnswer };
  trigger_participant: { params: Contract.TriggerParticipantParams; answer: Contract.TriggerParticipantAnswer };
}

export type MethodName = keyof MethodTypes;

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

/**
 * A method of the service. Its parameters have the form of the contract, and identity fields among them agree with the
 * claims; whether the caller may do it is the method's to ask.
 * @throws ThreadError when it cannot do what it was asked; nothing is changed then
 */
export type Method<Name extends MethodName> = (
  params: MethodTypes[Name]["params"],
  context: MethodContext,
) => Promise<MethodTypes[Name]["answer"]>;
