import { NexusError } from "../../errors.js";
import type { Session } from "../adapter.js";
import { answerOf } from "../call.js";
import type { Call } from "../case.js";
import { type AnsweredCall, callName, type Performed } from "../observation.js";
import type { Stage } from "../stage.js";

/** Asks one thing of one session. */
export async function ask(call: Call, session: Session, stage: Stage): Promise<AnsweredCall> {
  if (call.kind === "event" && session.emit === undefined) {
    throw NexusError.of("NXC_ADAPTER_SHAPE", {
      reason: "surfaces names events, and open() returned no emit function",
    });
  }
  const options = call.as === undefined ? {} : { as: call.as };
  const params = structuredClone(call.params);
  const answer = await answerOf(
    () =>
      call.kind === "action" ? session.call(call.tool, params, options) : session.emit?.(call.event, params, options),
    callName(call),
    stage.timeout,
    stage.envelope,
  );
  return { call, answer };
}

/** `action` and `event`: one call on the acting session. */
export async function callOnce(call: Call, stage: Stage): Promise<Performed> {
  return { answered: [await ask(call, stage.session, stage)], interrupted: false };
}
