import { type Failure, failure } from "../oracles/failure.js";
import { callName, type Observation } from "../stage/observation.js";

/** A call that had to be accepted and was not, if the step has one. */
export function unexpectedRefusal({ step, answered, index }: Observation): Failure | undefined {
  const { errors, either } = step.expect;
  const mayBeRefused =
    step.kind === "concurrent" ? step.outcomes.isAsserted : errors.length > 0 || either !== undefined;
  const refusal = answered.find(({ answer }) => answer.kind === "error");
  if (mayBeRefused || refusal?.answer.kind !== "error") return undefined;
  const reason = refusal.answer.refusal.message;
  const call = callName(refusal.call);
  return failure("NXC_CASE_UNEXPECTED_ERROR", { call, reason }, { step: index, expected: "an answer", actual: reason });
}
