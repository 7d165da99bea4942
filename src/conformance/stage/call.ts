/** Calls an implementation within a time limit, and turns every kind of response into an answer. */

import { TOOLKIT_ERRORS } from "../../base/errors/error-table-toolkit.js";
import { NexusError } from "../../base/errors.js";
import { reasonOf } from "../../base/reason-of.js";
import { isObject, Refused } from "../adapters/refused.js";
import { withinLimit } from "../adapters/within-limit.js";
import type { Answer, Envelope, Refusal } from "../contract/envelope.js";

/** The code of the error of a program that ended instead of answering. */
export const PROGRAM_ENDED = "NXC_PROCESS_DIED";

/**
 * Runs `ask` and waits up to `limit` milliseconds for its answer. An error that it throws counts as a refusal, unless it is
 * a NexusError of the adapter.
 * @param call name of the call in messages
 * @throws NexusError NXC_CALL_TIMEOUT, NXC_ADAPTER_ANSWER for an answer that is not JSON, or the error of the adapter
 */
export async function answerOf(ask: () => unknown, call: string, limit: number, envelope: Envelope): Promise<Answer> {
  const outcome = await withinLimit(
    async () => {
      try {
        return { raw: await ask() };
      } catch (thrown) {
        return { thrown };
      }
    },
    call,
    limit,
  );
  if ("thrown" in outcome && couldNotAsk(outcome.thrown)) throw outcome.thrown;
  if ("raw" in outcome) return envelope(plainJson(outcome.raw, call));
  return refusalIn(outcome.thrown, envelope);
}

/** An implementation in this process may use the toolkit of this package. Errors of the toolkit are its refusals. */
function couldNotAsk(thrown: unknown): boolean {
  return thrown instanceof NexusError && !Object.hasOwn(TOOLKIT_ERRORS, thrown.code);
}

/** Turns a thrown value into a refusal. JSON in the form of the contract's envelope is read as such. */
function refusalIn(thrown: unknown, envelope: Envelope): Answer {
  const forms = formsOf(thrown);
  const { message, code, details } = Object(thrown) as Readonly<Record<"message" | "code" | "details", unknown>>;
  const refusal: Refusal = {
    message: typeof message === "string" ? message : reasonOf(thrown),
    ...(typeof code === "string" ? { code } : {}),
    ...(details === undefined ? {} : { details: jsonOf(Object(details)) }),
  };
  for (const form of forms ?? []) {
    const answer = envelope(form);
    // Parts that are missing in the envelope are taken from the thrown value.
    if (answer.kind === "error") return { ...answer, refusal: { ...refusal, ...answer.refusal } };
  }
  if (forms === undefined) return { kind: "error", refusal, form: "members", raw: reasonOf(thrown) };
  const [raw = refusal.message] = forms;
  return { kind: "error", refusal, form: forms.length === 0 ? "text" : "json", raw };
}

/** The JSON values of a refusal, or undefined for an Error with separate members. */
function formsOf(thrown: unknown): readonly unknown[] | undefined {
  if (thrown instanceof Refused) return thrown.forms;
  if (thrown instanceof Error) return undefined;
  return isObject(thrown) ? [jsonOf(thrown)] : [];
}

function jsonOf(value: object): unknown {
  try {
    return JSON.parse(JSON.stringify(value));
  } catch {
    return null;
  }
}

/** The answer as it would arrive over a wire, without functions, cycles or big integers. undefined becomes null. */
function plainJson(raw: unknown, call: string): unknown {
  if (raw === undefined) return null;
  try {
    const text = JSON.stringify(raw);
    if (text === undefined) throw new Error(`a ${typeof raw} is not a JSON value`);
    return JSON.parse(text);
  } catch (thrown) {
    throw NexusError.of("NXC_ADAPTER_ANSWER", { call, reason: reasonOf(thrown) }, undefined, thrown);
  }
}
