/** Asks an implementation something, within a time limit, and brings whatever comes back into one form. */

import { TOOLKIT_ERRORS } from "../../base/errors/error-table-toolkit.js";
import { NexusError } from "../../base/errors.js";
import { reasonOf } from "../../base/reason-of.js";
import { isObject, Refused } from "../adapters/refused.js";
import { withinLimit } from "../adapters/within-limit.js";
import type { Answer, Envelope, Refusal } from "../contract/envelope.js";

/**
 * Runs `ask` and waits for its answer at most `limit` milliseconds.
 * @param call how messages name it
 * @throws NexusError NXC_CALL_TIMEOUT, NXC_ADAPTER_ANSWER for an answer that is no JSON, or what the adapter threw to
 *   say that the implementation could not be asked: only other errors are refusals, and those of the toolkit
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

/** An implementation in this process may stand on the toolkit of this package: what that refuses, it refuses. */
function couldNotAsk(thrown: unknown): boolean {
  return thrown instanceof NexusError && !Object.hasOwn(TOOLKIT_ERRORS, thrown.code);
}

/** An error, or whatever else was thrown; JSON in the form of the contract's envelope counts as that. */
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
    // What the envelope does not name may stand elsewhere.
    if (answer.kind === "error") return { ...answer, refusal: { ...refusal, ...answer.refusal } };
  }
  if (forms === undefined) return { kind: "error", refusal, form: "members", raw: reasonOf(thrown) };
  const [raw = refusal.message] = forms;
  return { kind: "error", refusal, form: forms.length === 0 ? "text" : "json", raw };
}

/** The JSON in which a refusal came; undefined where it came as an error with its parts. */
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

/** What would arrive over a wire: functions, cycles and big integers would not. Nothing at all arrives as null. */
function plainJson(raw: unknown, call: string): unknown {
  if (raw === undefined) return null;
  try {
    const text = JSON.stringify(raw);
    if (text === undefined) throw new Error(`a ${typeof raw} is no JSON value`);
    return JSON.parse(text);
  } catch (thrown) {
    throw NexusError.of("NXC_ADAPTER_ANSWER", { call, reason: reasonOf(thrown) }, undefined, thrown);
  }
}
