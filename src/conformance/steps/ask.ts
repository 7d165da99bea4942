import { NexusError } from "../../base/errors.js";
import type { Session } from "../adapters/adapter.js";
import type { Call, Params } from "../fixture/case.js";
import { IN_HOME } from "../notation/file-path.js";
import { answerOf } from "../stage/call.js";
import { type AnsweredCall, callName, type Performed } from "../stage/observation.js";
import type { Stage } from "../stage/stage.js";

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
export function send(call: Call, session: Session, { wallet, workspace }: Stage): unknown {
  const credential = wallet.tokenOf(call.as);
  const options = {
    ...(call.as === undefined ? {} : { as: call.as }),
    ...(credential === undefined ? {} : { credential }),
  };
  const params = inHome(call.params, workspace.ground.home) as Params;
  return call.kind === "action"
    ? session.call(call.tool, params, options)
    : session.emit?.(call.event, params, options);
}

/** A copy in which `{HOME}/` stands for the guarded home folder: a path there is absolute, and harms nobody. */
function inHome(value: unknown, home: string): unknown {
  if (typeof value === "string") return value.replaceAll(IN_HOME, `${home}/`);
  if (Array.isArray(value)) return value.map((item) => inHome(item, home));
  if (typeof value !== "object" || value === null) return value;
  // Object.fromEntries keeps a member called __proto__.
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, inHome(member, home)]));
}

/** `action` and `event`: one call on the acting session. */
export async function callOnce(call: Call, stage: Stage): Promise<Performed> {
  return { answered: [await ask(call, stage.session, stage)], interrupted: false };
}
