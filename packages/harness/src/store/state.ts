import type { Cycle, Plan, TaskList } from "../generated/contract.js";
import type { HistoryFacts } from "./history-file.js";
import type { Held, Stored } from "./stored.js";

export type StateName = "plan" | "tasks" | "history";

/** The content of the state files in the form of this version; null for a missing file. */
export interface StoredState {
  readonly plan: Plan | null;
  readonly tasks: TaskList | null;
  readonly history: HistoryFacts | null;
}

/** A state file whose content is already in history, and the cycle that contains it. */
export interface Leftover {
  readonly file: "plan" | "tasks";
  readonly cycle: Cycle;
}

/** The open state: the stored state without leftovers of an interrupted archive. */
export interface OpenState extends StoredState {
  readonly leftovers: readonly Leftover[];
  /** All archived cycles, oldest first, read one at a time, as they are stored. */
  readonly cycles: () => Iterable<Stored>;
}

/** Plan and tasks together with what their files hold. */
export interface HeldState {
  readonly plan: Held<Plan> | null;
  readonly tasks: Held<TaskList> | null;
}

/** The open state with what is needed to write it back. */
export interface LoadedState extends OpenState {
  readonly held: HeldState;
}

/** The changes of a call: values are written, null deletes, and omitted members stay unchanged. */
export interface Changes {
  /** A cycle to archive before any other change. */
  readonly archive?: Cycle;
  readonly plan?: Plan | null;
  readonly tasks?: TaskList | null;
  /** A file to write below the artifact folder. */
  readonly artifact?: { readonly filename: string; readonly content: string };
}

/** What a call requires from the state files. */
export interface StateNeeds {
  /** The files that the call needs. If one is broken, the call is refused; other files do not matter. */
  readonly reads: readonly StateName[];
  /** Treats broken files as missing instead of refusing the call. */
  readonly isTolerant?: boolean;
  /** Whether the call may change files. Such calls run one at a time across all processes. */
  readonly writes: boolean;
}
