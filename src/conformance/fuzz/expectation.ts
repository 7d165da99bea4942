/** What must come of a move, however many ways it may go: in the words of a fixture. */

import { isDeepStrictEqual } from "node:util";
import type { Branch } from "./branch.js";
import type { ExpectedError, ExpectedValues, ModelCall } from "./model.js";
import type { Move } from "./move.js";

/** The members of a fixture's step besides the move itself. */
export interface Expectation {
  readonly assert_return?: ExpectedValues;
  readonly assert_error?: ExpectedError;
  readonly assert_outcomes?: { readonly ok: number | { readonly min: number }; readonly errors?: number };
  readonly assert_state?: Readonly<Record<string, unknown>>;
  readonly capture?: Readonly<Record<string, string>>;
}

/** What all of these branches have in common; of a single one, all that it says. */
export function expectationOf(branches: readonly Branch[], kept: ReadonlySet<string>): Expectation {
  const files = weakened(common(branches.map((branch) => branch.files)), kept);
  const rest = branches.some(({ answers }) => answers.length > 1) ? outcomesOf(branches) : answerOf(branches, kept);
  return { ...rest, ...(Object.keys(files).length === 0 ? {} : { assert_state: files }) };
}

function answerOf(branches: readonly Branch[], kept: ReadonlySet<string>): Expectation {
  const answers = branches.flatMap((branch) => branch.answers);
  const errors = answers.flatMap(({ assert_error: error }) => error ?? []);
  const [error] = errors;
  if (error !== undefined)
    return { assert_error: errors.every((other) => isDeepStrictEqual(other, error)) ? error : true };
  const returns = weakenedValues(common(answers.map(({ assert_return }) => assert_return ?? {})), kept);
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

/** Entries that every one of these has, with equal values. */
function common<Value>(records: readonly Readonly<Record<string, Value>>[]): Readonly<Record<string, Value>> {
  const [first = {}, ...others] = records;
  const isShared = ([name, value]: [string, Value]) =>
    others.every((other) => Object.hasOwn(other, name) && isDeepStrictEqual(other[name], value));
  return others.length === 0 ? first : Object.fromEntries(Object.entries(first).filter(isShared));
}

function weakened(
  files: Readonly<Record<string, unknown>>,
  kept: ReadonlySet<string>,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(files).map(([file, values]) => [
      file,
      values === null ? null : weakenedValues(values as ExpectedValues, kept),
    ]),
  );
}

/** Nothing can be compared with a value that no answer has shown: the rest of the matcher must hold all the same. */
function weakenedValues(values: ExpectedValues, kept: ReadonlySet<string>): ExpectedValues {
  return Object.fromEntries(
    Object.entries(values).map(([path, expected]) => {
      if (typeof expected !== "object" || expected === null || !("same_as" in expected)) return [path, expected];
      const { same_as: name, ...others } = expected;
      return [path, kept.has(String(name)) ? expected : others];
    }),
  );
}

/** A step as a fixture has it. */
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
