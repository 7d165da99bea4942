import { lookup } from "../../base/json-path.js";
import { type Failure, failure } from "../oracles/failure.js";
import { type AnsweredCall, callName, type Observation } from "../stage/observation.js";
import { viewOf } from "./judge.js";

/**
 * The values that a step captures from its answer, or from the numbers of accepted and refused concurrent calls. Without a
 * missing one, later steps show nothing.
 */
export function capture({ step, index, answered }: Observation): {
  readonly captured: readonly (readonly [name: string, value: unknown])[];
  readonly failures: readonly Failure[];
} {
  const [first] = answered;
  if (!("captures" in step) || first === undefined) return { captured: [], failures: [] };
  const view = step.kind === "concurrent" ? countsOf(answered) : viewOf(first.answer);
  const found = step.captures.map(({ name, path }) => ({ name, path, at: lookup(path, view) }));
  return {
    captured: found.flatMap(({ name, at }) => (at.found ? [[name, at.value] as const] : [])),
    failures: found
      .filter(({ at }) => !at.found)
      .map(({ name, path }) =>
        failure("NXC_CASE_CAPTURE", { call: callName(step), name, path: path.text }, { step: index, path: path.text }),
      ),
  };
}

function countsOf(answered: readonly AnsweredCall[]): { readonly ok: number; readonly errors: number } {
  const ok = answered.filter(({ answer }) => answer.kind === "value").length;
  return { ok, errors: answered.length - ok };
}
