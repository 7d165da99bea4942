import { isDeepStrictEqual } from "node:util";
import { definedOnly } from "../../base/defined-only.js";
import { lookup, type Path } from "../../base/json-path.js";
import { show } from "../../base/json-schema.js";
import type { ConcurrentStep, OutcomeExpectation } from "../fixture/case.js";
import type { Match } from "../matchers/match.js";
import { type Failure, failure } from "../oracles/failure.js";
import type { AnsweredCall } from "../stage/observation.js";

/** Compares the numbers of accepted and refused concurrent calls with the expected ones. */
export function judgeOutcomes(
  { outcomes, calls }: ConcurrentStep,
  answered: readonly AnsweredCall[],
  step: number,
): readonly Failure[] {
  const errors = new Map<string, number>();
  const said = new Set<string>();
  for (const { answer } of answered) {
    if (answer.kind === "value") continue;
    said.add(answer.refusal.message);
    const name = answer.refusal.code ?? answer.refusal.message;
    errors.set(name, (errors.get(name) ?? 0) + 1);
  }
  const refused = [...errors.values()].reduce((sum, count) => sum + count, 0);
  const ok = answered.length - refused;
  const holds = (match: Match | undefined, count: number) => match?.({ found: true, value: count }) === undefined;
  const wrongCounts = [
    ...(holds(outcomes.ok, ok) ? [] : [`${ok} were accepted`]),
    ...(holds(outcomes.errors, refused) ? [] : [`${refused} were refused`]),
    ...wrongCodes(outcomes, errors, holds),
  ];
  const wrong = [...wrongCounts, ...wrongValues(outcomes, answered)];
  if (wrong.length === 0) return [];
  const actual = { ok, errors: Object.fromEntries(errors) };
  const params = { count: calls.length, problem: wrong.join(", ") };
  const { requirement } = outcomes;
  const path = wrongCounts.length === 0 ? pathThatAllLack(outcomes, answered) : undefined;
  const details = {
    step,
    expected: outcomes.expected,
    actual,
    refusals: [...said],
    ...definedOnly({ requirement, path }),
  };
  return [failure("NXC_CASE_OUTCOMES", params, details)];
}

/** A path at which no answer has a value, so that the answers cannot be compared there. */
function pathThatAllLack({ alike, distinct }: OutcomeExpectation, answered: readonly AnsweredCall[]) {
  const values = answered.flatMap(({ answer }) => (answer.kind === "value" ? [answer.value] : []));
  return [...alike, ...distinct].find((path) => values.every((value) => !lookup(path, value).found))?.text;
}

/** A code that is not listed must not occur. */
function wrongCodes(
  { errorsByCode }: OutcomeExpectation,
  errors: ReadonlyMap<string, number>,
  holds: (match: Match | undefined, count: number) => boolean,
): readonly string[] {
  if (errorsByCode === undefined) return [];
  const codes = new Set([...errorsByCode.keys(), ...errors.keys()]);
  return [...codes]
    .map((code) => ({ code, match: errorsByCode.get(code), count: errors.get(code) ?? 0 }))
    .filter(({ match, count }) => match === undefined || !holds(match, count))
    .map(({ code, count }) => `${count} ended with ${code}`);
}

/** Compares answers, because counts alone do not show whether all calls got the same id or each a new one. */
function wrongValues({ alike, distinct }: OutcomeExpectation, answered: readonly AnsweredCall[]): readonly string[] {
  const accepted = answered.flatMap(({ answer }) => (answer.kind === "value" ? [answer.value] : []));
  const valuesAt = (path: Path) => accepted.map((value) => lookup(path, value));
  const isNew = (at: unknown, index: number, all: readonly unknown[]) =>
    all.findIndex((other) => isDeepStrictEqual(other, at)) === index;
  const repeated = distinct.flatMap((path) => {
    const again = valuesAt(path).find((at, index, all) => !isNew(at, index, all));
    return again === undefined ? [] : [{ text: path.text, value: again.found ? show(again.value) : "nothing" }];
  });
  return [
    ...alike
      .filter((path) => valuesAt(path).filter(isNew).length > 1)
      .map(({ text }) => `not all answers are equal at ${text}`),
    ...repeated.map(({ text, value }) => `several answers have ${value} at ${text}`),
  ];
}
