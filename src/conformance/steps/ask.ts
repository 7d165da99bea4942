import { NexusError } from "../../errors.js";
import type { Session } from "../adapter.js";
import { answerOf } from "../call.js";
import type { Call } from "../case.js";
import { type AnsweredCall, callName, type Performed } from "../observation.js";
import type { Stage } from "../stage.js";

/**
 * Asks one thing of one session and waits for its answer within the limit of the run.
 * @throws NexusError NXC_ADAPTER_SHAPE for an event that the session does not take, or that of a call without answer
 */
export async function ask(call: Call, session: Session, stage: Stage): Promise<AnsweredCall> {
  if (call.kind === "event" && session.emit === undefined) {
    throw NexusError.of("NXC_ADAPTER_SHAPE", {
      reason: "surfaces names events, and open() returned no emit function",
    });
  }
  const answer = await answerOf(() => send(call, session, stage), callName(call), stage.timeout, stage.envelope);
  return { call, answer };
}

/** Hands a call over, with the credential of who makes it, and returns whatever the adapter does. */
export function send(call: Call, session: Session, { wallet }: Stage): unknown {
  const credential = wallet.tokenOf(call.as);
  const options = {
    ...(call.as === undefined ? {} : { as: call.as }),
    ...(credential === undefined ? {} : { credential }),
  };
  const params = structuredClone(call.params);
  return call.kind === "action"
    ? session.call(call.tool, params, options)
    : session.emit?.(call.event, params, options);
}

/** `action` and `event`: one call on the acting session. */
export async function callOnce(call: Call, stage: Stage): Promise<Performed> {
  return { answered: [await ask(call, stage.session, stage)], interrupted: false };
}
