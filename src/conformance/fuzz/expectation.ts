/** Expresses the possible outcomes of a move as the members of a fixture step. */

import { isDeepStrictEqual } from "node:util";
import type { Branch } from "./branch.js";
import type { ExpectedError, ExpectedValues, ModelCall } from "./model.js";
import type { Move } from "./move.js";

/** The assertions and captures of a fixture step. */
export interface Expectation {
  readonly assert_return?: ExpectedValues;
  readonly assert_error?: ExpectedError;
  readonly assert_outcomes?: { readonly ok: number | { readonly min: number }; readonly errors?: number };
  readonly assert_state?: Readonly<Record<string, unknown>>;
  readonly capture?: Readonly<Record<string, string>>;
}

/** What all branches have in common. @param captured names of values that an answer has shown */
export function expectationOf(branches: readonly Branch[], captured: ReadonlySet<string>): Expectation {
  const files = weakened(common(branches.map((branch) => branch.files)), captured);
  const rest = branches.some(({ answers }) => answers.length > 1) ? outcomesOf(branches) : answerOf(branches, captured);
  return { ...rest, ...(Object.keys(files).length === 0 ? {} : { assert_state: files }) };
}

function answerOf(branches: readonly Branch[], captured: ReadonlySet<string>): Expectation {
  const answers = branches.flatMap((branch) => branch.answers);
  const errors = answers.flatMap(({ assert_error: error }) => error ?? []);
  const [error] = errors;
  if (error !== undefined)
    return { assert_error: errors.every((other) => isDeepStrictEqual(other, error)) ? error : true };
  const returns = weakenedValues(common(answers.map(({ assert_return }) => assert_return ?? {})), captured);
  const capture = common(answers.map((answer) => answer.capture ?? {}));
  return {
    ...(Object.keys(returns).length === 0 ? {} : { assert_return: returns }),
    ...(Object.keys(capture).length === 0 ? {} : { capture }),
  };
}

function outcomesOf(branches: readonly Branch[]): Expectation {
  const accepted = branches.map(({ answers }) => answers.filter((answer) => answer.assert_error === undefined).length);
  const [most, least] = [Math.max(...accepted), Math.min(...accepted)];
  const calls = branches[0]?.answers.length ?? 0;
  return { assert_outcomes: most === least ? { ok: most, errors: calls - most } : { ok: { min: least } } };
}

/** The entries that are equal in all records. */
function common<Value>(records: readonly Readonly<Record<string, Value>>[]): Readonly<Record<string, Value>> {
  const [first = {}, ...others] = records;
  const isShared = ([name, value]: [string, Value]) =>
    others.every((other) => Object.hasOwn(other, name) && isDeepStrictEqual(other[name], value));
  return others.length === 0 ? first : Object.fromEntries(Object.entries(first).filter(isShared));
}

function weakened(
  files: Readonly<Record<string, unknown>>,
  captured: ReadonlySet<string>,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(files).map(([file, values]) => [
      file,
      values === null ? null : weakenedValues(values as ExpectedValues, captured),
    ]),
  );
}

/** Drops comparisons with values that no answer has shown. The rest of the matcher must still hold. */
function weakenedValues(values: ExpectedValues, captured: ReadonlySet<string>): ExpectedValues {
  return Object.fromEntries(
    Object.entries(values).map(([path, expected]) => {
      if (typeof expected !== "object" || expected === null || !("same_as" in expected)) return [path, expected];
      const { same_as: name, ...rest } = expected;
      return [path, captured.has(String(name)) ? expected : rest];
    }),
  );
}

/** A move as a fixture step. */
export function stepOf(move: Move, expectation: Expectation = {}): Readonly<Record<string, unknown>> {
  switch (move.kind) {
    case "call":
      return { ...callOf(move.call), ...expectation };
    case "concurrent":
      return {
        concurrent: { calls: move.calls.map(callOf), processes: move.processes },
        ...expectation,
      };
    case "edit":
      return { ...move.edit, ...expectation };
    case "restart": {
      const { signal, during, after } = move;
      return {
        restart: {
          signal,
          ...(during === undefined ? {} : { during: callOf(during) }),
          ...(after === undefined ? {} : { after }),
        },
        ...expectation,
      };
    }
  }
}

function callOf(call: ModelCall): Readonly<Record<string, unknown>> {
  const agent = call.as === undefined ? {} : { as: call.as };
  return "tool" in call
    ? { ...agent, action: { tool: call.tool, params: call.params } }
    : { ...agent, event: { type: call.event, params: call.params } };
}
