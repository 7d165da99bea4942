import { lookup } from "../../base/json-path.js";
import { type Failure, failure } from "../oracles/failure.js";
import { callName, type Observation } from "../stage/observation.js";
import { viewOf } from "./judge.js";

/** The values that a step captures from its answer. A missing value is a failure, because later steps need it. */
export function capture({ step, index, answered: [first] }: Observation): {
  readonly captured: readonly (readonly [name: string, value: unknown])[];
  readonly failures: readonly Failure[];
} {
  if ((step.kind !== "action" && step.kind !== "event") || first === undefined) return { captured: [], failures: [] };
  const found = step.captures.map(({ name, path }) => ({ name, path, at: lookup(path, viewOf(first.answer)) }));
  return {
    captured: found.flatMap(({ name, at }) => (at.found ? [[name, at.value] as const] : [])),
    failures: found
      .filter(({ at }) => !at.found)
      .map(({ name, path }) =>
        failure("NXC_CASE_CAPTURE", { call: callName(step), name, path: path.text }, { step: index, path: path.text }),
      ),
  };
}
