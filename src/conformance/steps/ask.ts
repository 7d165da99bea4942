import { NexusError } from "../../base/errors.js";
import type { Session } from "../adapters/adapter.js";
import type { Call, Params } from "../fixture/case.js";
import { IN_HOME, IN_WORKSPACE } from "../notation/file-path.js";
import { answerOf, PROGRAM_ENDED } from "../stage/call.js";
import { type AnsweredCall, callName, type Performed } from "../stage/observation.js";
import type { Stage } from "../stage/stage.js";

/**
 * Makes one call in a session and waits for its answer within the time limit of the run.
 * @throws NexusError NXC_ADAPTER_SHAPE for an event if the session cannot emit, or the error of a call without an answer
 */
export async function ask(call: Call, session: Session, stage: Stage): Promise<AnsweredCall> {
  if (call.kind === "event" && session.emit === undefined) {
    throw NexusError.of("NXC_ADAPTER_SHAPE", {
      reason: "surfaces includes events, but open() returned no emit function",
    });
  }
  const answer = await answerOf(() => send(call, session, stage), callName(call), stage.timeout, stage.envelope);
  return { call, answer };
}

/** Passes a call to the adapter, with the credential of the acting agent. Returns what the adapter returns. */
export function send(call: Call, session: Session, { wallet, workspace }: Stage): unknown {
  const credential = wallet.tokenOf(call.as);
  const options = {
    ...(call.as === undefined ? {} : { as: call.as }),
    ...(credential === undefined ? {} : { credential }),
  };
  const params = fillFolders(call.params, workspace) as Params;
  return call.kind === "action"
    ? session.call(call.tool, params, options)
    : session.emit?.(call.event, params, options);
}

/** A copy with absolute paths in place of `{HOME}/`, the guarded home folder, and `{WORKSPACE}/`. */
function fillFolders(value: unknown, workspace: Stage["workspace"]): unknown {
  if (typeof value === "string") {
    const { folder, guardedFolder } = workspace;
    return value.replaceAll(IN_HOME, `${guardedFolder.home}/`).replaceAll(IN_WORKSPACE, `${folder}/`);
  }
  if (Array.isArray(value)) return value.map((item) => fillFolders(item, workspace));
  if (typeof value !== "object" || value === null) return value;
  // Object.fromEntries keeps a member called __proto__.
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, fillFolders(member, workspace)]));
}

/** `action` and `event`: one call in the main session. */
export async function callOnce(call: Call, stage: Stage): Promise<Performed> {
  try {
    return { answered: [await ask(call, stage.session, stage)], interrupted: stage.isFull };
  } catch (thrown) {
    const { code, message } = NexusError.from(thrown);
    if (!stage.isFull || code !== PROGRAM_ENDED) throw thrown;
    // On a full disk a program may end instead of answering. The case then judges only its files.
    return {
      answered: [{ call, answer: { kind: "error", refusal: { code, message }, form: "members", raw: message } }],
      interrupted: true,
    };
  }
}
