import { isDeepStrictEqual } from "node:util";
import { NexusError } from "../../base/errors.js";
import { lookup } from "../../base/json-path.js";
import type { Step } from "../fixture/case.js";
import type { Bindings } from "../notation/bindings.js";
import { type Failure, failure } from "../oracles/failure.js";
import { type AnsweredCall, callName, type Observation } from "../stage/observation.js";
import { overlap } from "./attribute.js";
import { viewOf } from "./judge.js";
import type { KnownParts } from "./known-part.js";

/** A captured value that breaks the schema of its answer. */
export interface Broken {
  readonly value: unknown;
  readonly by: Failure;
}

/**
 * The values that a step captures from its answer, or from the numbers of accepted and refused concurrent calls. Without a
 * missing one, later steps show nothing.
 * @param findings what the oracles say of the step
 * @param known what the contract knows of the answer: with what else is in it, later values need not agree
 */
export function capture(
  { step, index, answered }: Observation,
  findings: readonly Failure[],
  known: KnownParts,
): {
  readonly captured: readonly (readonly [name: string, value: unknown])[];
  readonly failures: readonly Failure[];
  readonly broken: readonly Broken[];
} {
  const [first] = answered;
  if (!("captures" in step) || first === undefined) return { captured: [], failures: [], broken: [] };
  const view = step.kind === "concurrent" ? countsOf(answered) : viewOf(first.answer);
  const found = step.captures.map(({ name, path }) => {
    const at = lookup(path, view);
    const isWhole = at.found && typeof at.value === "object" && first.answer.kind === "value";
    return { name, path, at: isWhole && step.kind !== "concurrent" ? lookup(path, known.ofAnswer(first)) : at };
  });
  return {
    captured: found.flatMap(({ name, at }) => (at.found ? [[name, at.value] as const] : [])),
    failures: found
      .filter(({ at }) => !at.found)
      .map(({ name, path }) =>
        failure("NXC_CASE_CAPTURE", { call: callName(step), name, path: path.text }, { step: index, path: path.text }),
      ),
    // Of concurrent calls, only counts are captured, and they are right whatever the answers hold.
    broken: (step.kind === "concurrent" ? [] : found).flatMap(({ path, at }) => {
      const by = findings.find(
        ({ code, path: place = "$" }) => code === "NXC_ORACLE_OUTPUT" && overlap(place, path.text),
      );
      return by === undefined || !at.found ? [] : [{ value: at.value, by }];
    }),
  };
}

/** The finding that explains a failed comparison: the expected value comes from an answer that breaks its schema. */
export function followsFrom({ expected, file }: Failure, broken: readonly Broken[]): Failure | undefined {
  const isExpected = (value: unknown) =>
    isDeepStrictEqual(expected, value) || isDeepStrictEqual(Object(expected).same_as, value) || file === String(value);
  return broken.find(({ value }) => isExpected(value))?.by;
}

function countsOf(answered: readonly AnsweredCall[]): { readonly ok: number; readonly errors: number } {
  const ok = answered.filter(({ answer }) => answer.kind === "value").length;
  return { ok, errors: answered.length - ok };
}

/**
 * Fills in captured values. The implementation has chosen them, so one may be an object where the step needs the path of a
 * file.
 * @param written the step as the fixture has it
 * @returns the step, or why the values do not fit
 */
export function withCaptured(
  written: Step,
  bindings: Bindings,
  index: number,
): { readonly step: Step; readonly misfit?: never } | { readonly misfit: Failure; readonly step?: never } {
  try {
    return { step: written.fill?.(bindings) ?? written };
  } catch (thrown) {
    if (!(thrown instanceof NexusError)) throw thrown;
    return { misfit: failure("NXC_CASE_CAPTURED", { reason: thrown.message }, { step: index }) };
  }
}
