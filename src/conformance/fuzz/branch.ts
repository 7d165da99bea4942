/** Computes the possible outcomes of a move with a model. */

import { isDeepStrictEqual } from "node:util";
import type { ExpectedFiles, Model, ModelCall, Prediction } from "./model.js";
import type { Move } from "./move.js";

/** One possible outcome of a move: the answers, the files and the next state. */
export interface Branch {
  readonly next: unknown;
  /** One per call of the move, in the same order. Empty if the answers are not observed. */
  readonly answers: readonly Prediction<unknown>[];
  /** The files with other expectations than before. All files after a crash, because a call may be half done. */
  readonly files: ExpectedFiles;
}

/**
 * All possible outcomes of a move in a state. Concurrent calls must have the same outcome as some order of these calls.
 * @param key identifies the move within its sequence
 */
export function branchesOf(model: Model, state: unknown, move: Move, key: string): readonly Branch[] {
  switch (move.kind) {
    case "call":
      return predictionsOf(model, state, move.call, key).map((prediction) => ({
        next: prediction.next,
        answers: [prediction],
        files: changedFiles(model, state, prediction.next),
      }));
    case "concurrent":
      return orders(move.calls.length).flatMap((order) => inOrder(model, state, move.calls, order, key));
    case "edit": {
      const next = model.edited?.(state, move.edit);
      return [{ next, answers: [], files: {} }];
    }
    case "restart":
      return move.during === undefined
        ? [{ next: state, answers: [], files: {} }]
        : crashedStates(model, state, move.during, key).map((next) => ({
            next,
            answers: [],
            files: model.files(next),
          }));
  }
}

/** Removes duplicates, because branches that lead to the same state need not be followed separately. */
export function distinct(states: readonly unknown[]): readonly unknown[] {
  return states.filter((state, index) => states.findIndex((other) => isDeepStrictEqual(other, state)) === index);
}

function predictionsOf(model: Model, state: unknown, call: ModelCall, key: string): readonly Prediction<unknown>[] {
  return [model.predict(state, call, key)].flat();
}

function inOrder(
  model: Model,
  state: unknown,
  calls: readonly ModelCall[],
  order: readonly number[],
  key: string,
): readonly Branch[] {
  let outcomes: readonly { readonly next: unknown; readonly answers: ReadonlyMap<number, Prediction<unknown>> }[] = [
    { next: state, answers: new Map() },
  ];
  for (const index of order) {
    const call = calls[index];
    if (call === undefined) continue;
    outcomes = outcomes.flatMap(({ next, answers }) =>
      predictionsOf(model, next, call, `${key}_${index + 1}`).map((prediction) => ({
        next: prediction.next,
        answers: new Map([...answers, [index, prediction]]),
      })),
    );
  }
  return outcomes.map(({ next, answers }) => ({
    next,
    answers: calls.flatMap((_, index) => answers.get(index) ?? []),
    files: changedFiles(model, state, next),
  }));
}

function crashedStates(model: Model, state: unknown, call: ModelCall, key: string): readonly unknown[] {
  const states = model.crashed?.(state, call, key);
  return distinct(states ?? [state, ...predictionsOf(model, state, call, key).map(({ next }) => next)]);
}

function changedFiles(model: Model, before: unknown, after: unknown): ExpectedFiles {
  if (before === after) return {};
  const old = model.files(before);
  return Object.fromEntries(
    Object.entries(model.files(after)).filter(
      ([file, expected]) => old[file] !== expected && !isDeepStrictEqual(old[file], expected),
    ),
  );
}

function orders(count: number): readonly (readonly number[])[] {
  const extend = (order: readonly number[]): readonly (readonly number[])[] => {
    if (order.length === count) return [order];
    const rest = Array.from({ length: count }, (_, index) => index).filter((index) => !order.includes(index));
    return rest.flatMap((index) => extend([...order, index]));
  };
  return extend([]);
}
