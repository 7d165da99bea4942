/** The form of a contract's model: pure functions that predict the outcome of calls in the form of fixtures. */

import type { Params } from "../fixture/case.js";
import type { Inspection } from "../inspect/inspection.js";

/** Expected values by path, as in `assert_return` of a fixture. */
export type ExpectedValues = Readonly<Record<string, unknown>>;

/** Expected values by file, as in `assert_state` of a fixture. */
export type ExpectedFiles = Readonly<Record<string, ExpectedValues | null>>;

/** An expected refusal, as in `assert_error` of a fixture. */
export type ExpectedError =
  | true
  | {
      readonly code?: string;
      readonly message?: string;
      readonly contains?: string;
      readonly mentions?: readonly string[];
      readonly details?: ExpectedValues;
    };

/** A call of a tool, or an event; `as` names the acting agent. */
export type ModelCall = { readonly params: Params; readonly as?: string } & (
  | { readonly tool: string }
  | { readonly event: string }
);

/** An edit of files by another program, in the form of a fixture step. */
export type FileEdit =
  | { readonly write_files: Readonly<Record<string, unknown>> }
  | { readonly delete_files: readonly string[] };

/** A possible outcome of a call. */
export interface Prediction<State> {
  /** The state afterwards. The same object if nothing changes. */
  readonly next: State;
  readonly assert_return?: ExpectedValues;
  /** If present, the call must be refused, and `next` must be the state before it. */
  readonly assert_error?: ExpectedError;
  /** Paths of values in the answer, by name. Later expectations refer to them with `same_as`. */
  readonly capture?: Readonly<Record<string, string>>;
}

/** What a call shows that the model does not allow. */
export interface Shown {
  /**
   * `accepted` a call that must be refused, `refused` one that must not be, `wording` another refusal than predicted,
   * `answer` or `file` another value, `at-once` no order of concurrent calls explains what they did, `interrupted` a killed
   * call left what neither of its outcomes leaves.
   */
  readonly kind: "accepted" | "refused" | "wording" | "answer" | "file" | "at-once" | "interrupted";
  /** The file, if it is about one. */
  readonly file?: string;
  /** Names and indices that lead to the innermost value that differs. Empty for an answer or a file as a whole. */
  readonly place: readonly (string | number)[];
  /** Undefined for a value that must be absent. */
  readonly expected?: unknown;
  readonly actual?: unknown;
  /** What others did to the files before. */
  readonly edits: readonly FileEdit[];
}

/**
 * A model of a contract. `nexus-conformance fuzz` compares it with an implementation. It is pure: states are never modified,
 * and it uses neither clock nor disk. `contract.yml` names the module that exports it as default.
 */
export interface Model<State = unknown> {
  /** The state of an empty workspace. */
  readonly initial: State;
  /** What `nexus-conformance inspect` looks for in a project, besides the form of the state files. */
  readonly inspection?: Inspection;
  /** Random calls, valid and invalid. Independent of the state, so that every part of a sequence is a sequence. */
  calls(generators: Generators): Arbitrary<ModelCall>;
  /**
   * The possible outcomes of a call. Several predictions if the contract allows a choice.
   * @param key identifies this call within its sequence, for use in names of captured values
   */
  predict(state: State, call: ModelCall, key: string): Prediction<State> | readonly Prediction<State>[];
  /** The expected files of a state. Only the oracles check other files. */
  files(state: State): ExpectedFiles;
  /** Random edits of files by other programs between calls. Requires {@link edited}. */
  edits?(generators: Generators): Arbitrary<FileEdit>;
  /** The state after such an edit. */
  edited?(state: State, edit: FileEdit): State;
  /** By tool: a surface without which the tool is not called, because a random call could do harm. */
  readonly surfaces?: Readonly<Record<string, string>>;
  /**
   * The states in which a call may leave the files if the implementation is killed during the call. Default: the state before
   * the call and the predicted ones.
   */
  crashed?(state: State, call: ModelCall, key: string): readonly State[];
  /**
   * The requirement that a difference violates, or undefined if it may be one of several. At the end of a run, only a
   * difference with a requirement counts.
   * @param state the state before the call
   */
  requirementOf?(state: State, call: ModelCall, shown: Shown): string | undefined;
}

/** Returns its argument. Infers the type of the state. */
export function defineModel<State>(model: Model<State>): Model<State> {
  return model;
}

/** A source of random values: the part of fast-check's Arbitrary that models use. */
export interface Arbitrary<T> {
  map<U>(change: (value: T) => U): Arbitrary<U>;
  filter(holds: (value: T) => boolean): Arbitrary<T>;
  chain<U>(next: (value: T) => Arbitrary<U>): Arbitrary<U>;
}

/** The part of fast-check that models use to make calls. `nexus-conformance fuzz` passes fast-check itself. */
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
