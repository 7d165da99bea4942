import type { Cycle, Plan, TaskList } from "../generated/contract.js";
import type { HistoryFacts } from "./history-file.js";

export type StateName = "plan" | "tasks" | "history";

/** What the state files hold; null where there is no file. */
export interface StoredState {
  readonly plan: Plan | null;
  readonly tasks: TaskList | null;
  readonly history: HistoryFacts | null;
}

/** A state file whose content is in history already, with the cycle that holds it. */
export interface Leftover {
  readonly file: "plan" | "tasks";
  readonly cycle: Cycle;
}

/** What is open: the stored state without files that an interrupted archive left behind. */
export interface OpenState extends StoredState {
  readonly leftovers: readonly Leftover[];
  /** Every archived cycle from the oldest on, read one by one. */
  readonly cycles: () => Iterable<Cycle>;
}

/** What a call changes: a value is written, null is deleted, and what is not named stays. */
export interface Changes {
  /** A cycle to archive, before anything else is changed. */
  readonly archive?: Cycle;
  readonly plan?: Plan | null;
  readonly tasks?: TaskList | null;
  /** A file below the folder of artifacts. */
  readonly artifact?: { readonly filename: string; readonly content: string };
}

/** What a call needs of the state files. */
export interface StateNeeds {
  /** The files that it needs. One of them that is broken refuses the call; any other does not matter. */
  readonly reads: readonly StateName[];
  /** Works with what can be read, and takes a broken file for one that is not there. */
  readonly isTolerant?: boolean;
  /** Whether it may change something. Calls that do come one after the other, in whatever process they are made. */
  readonly writes: boolean;
}
