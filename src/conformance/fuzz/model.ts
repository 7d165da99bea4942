/** What a model of a contract is: a pure function that says, in the words of fixtures, what must come of a call. */

import type { Params } from "../fixture/case.js";

/** Path to expected value, as in `assert_return` of a fixture. */
export type ExpectedValues = Readonly<Record<string, unknown>>;

/** File to what must hold of it, as in `assert_state` of a fixture. */
export type ExpectedFiles = Readonly<Record<string, ExpectedValues | null>>;

/** How a call must be refused, as in `assert_error` of a fixture. */
export type ExpectedError =
  | true
  | {
      readonly code?: string;
      readonly message?: string;
      readonly contains?: string;
      readonly mentions?: readonly string[];
      readonly details?: ExpectedValues;
    };

/** A call that is made of an implementation; `as` names the agent that acts. */
export type ModelCall = { readonly params: Params; readonly as?: string } & (
  | { readonly tool: string }
  | { readonly event: string }
);

/** Somebody else writes or deletes files, in the words of a fixture. */
export type FileEdit =
  | { readonly write_files: Readonly<Record<string, unknown>> }
  | { readonly delete_files: readonly string[] };

/** What may come of a call. */
export interface Prediction<State> {
  /** The state afterwards; the very same object where nothing changes. */
  readonly next: State;
  readonly assert_return?: ExpectedValues;
  /** The call must be refused, and `next` be the state before it. */
  readonly assert_error?: ExpectedError;
  /** Values of the answer that later expectations name with `same_as`. */
  readonly capture?: Readonly<Record<string, string>>;
}

/**
 * A model of a contract, which `nexus-conformance fuzz` runs beside an implementation. All of it is pure: states are
 * values that are never changed, and neither clock nor disk is looked at. `contract.yml` names the module that exports
 * it as default.
 */
export interface Model<State = unknown> {
  /** The state of an empty workspace. */
  readonly initial: State;
  /** Calls, valid ones and others. They know no state, so that any part of a sequence is one as well. */
  calls(generators: Generators): Arbitrary<ModelCall>;
  /**
   * What may come of a call: several predictions where the contract leaves a choice.
   * @param key names this call within its sequence, for the names of kept values
   */
  predict(state: State, call: ModelCall, key: string): Prediction<State> | readonly Prediction<State>[];
  /** Every file of a state, and what must hold of it. Files that are not named are left to the oracles. */
  files(state: State): ExpectedFiles;
  /** What somebody else may do to the files in between; needs {@link edited}. */
  edits?(generators: Generators): Arbitrary<FileEdit>;
  /** The state after such an edit. */
  edited?(state: State, edit: FileEdit): State;
  /**
   * The states in which a call may leave the files when the implementation is killed in the middle of it. Where absent:
   * the one before the call and those that are predicted after it.
   */
  crashed?(state: State, call: ModelCall, key: string): readonly State[];
}

/** Keeps the types of a model together; returns what it was given. */
export function defineModel<State>(model: Model<State>): Model<State> {
  return model;
}

/** A source of random values, as fast-check has it. */
export interface Arbitrary<T> {
  map<U>(change: (value: T) => U): Arbitrary<U>;
  filter(holds: (value: T) => boolean): Arbitrary<T>;
  chain<U>(next: (value: T) => Arbitrary<U>): Arbitrary<U>;
}

/** The part of fast-check with which a model makes its calls; `nexus-conformance fuzz` hands fast-check itself over. */
export interface Generators {
  constant<const T>(value: T): Arbitrary<T>;
  constantFrom<const T>(...values: readonly T[]): Arbitrary<T>;
  boolean(): Arbitrary<boolean>;
  integer(range?: { readonly min?: number; readonly max?: number }): Arbitrary<number>;
  string(options?: {
    readonly minLength?: number;
    readonly maxLength?: number;
    readonly unit?: "grapheme" | "grapheme-ascii" | "binary" | "binary-ascii";
    readonly size?: "small" | "medium" | "large" | "max";
  }): Arbitrary<string>;
  array<T>(
    items: Arbitrary<T>,
    options?: {
      readonly minLength?: number;
      readonly maxLength?: number;
      readonly size?: "small" | "medium" | "large" | "max";
    },
  ): Arbitrary<readonly T[]>;
  dictionary<T>(
    keys: Arbitrary<string>,
    values: Arbitrary<T>,
    options?: { readonly minKeys?: number; readonly maxKeys?: number; readonly noNullPrototype?: boolean },
  ): Arbitrary<Readonly<Record<string, T>>>;
  record(
    members: Readonly<Record<string, Arbitrary<unknown>>>,
    options?: { readonly requiredKeys?: readonly string[]; readonly noNullPrototype?: boolean },
  ): Arbitrary<Readonly<Record<string, unknown>>>;
  tuple<const T extends readonly unknown[]>(...members: { [Index in keyof T]: Arbitrary<T[Index]> }): Arbitrary<T>;
  oneof<T>(
    ...choices: readonly (Arbitrary<T> | { readonly weight: number; readonly arbitrary: Arbitrary<T> })[]
  ): Arbitrary<T>;
}
