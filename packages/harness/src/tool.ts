import type {
  Cycle,
  Plan,
  PlanDecideAnswer,
  PlanDecideParams,
  PlanStartAnswer,
  PlanStartParams,
  TaskAddAnswer,
  TaskAddParams,
  TaskCloseAnswer,
  TaskCloseParams,
  TaskList,
} from "./generated/contract.js";
import type { HistoryFacts } from "./history-file.js";
import type { Leftover } from "./leftovers.js";

/** What each tool takes and gives. */
export interface ToolTypes {
  readonly plan_start: { readonly params: PlanStartParams; readonly answer: PlanStartAnswer };
  readonly plan_decide: { readonly params: PlanDecideParams; readonly answer: PlanDecideAnswer };
  readonly task_add: { readonly params: TaskAddParams; readonly answer: TaskAddAnswer };
  readonly task_close: { readonly params: TaskCloseParams; readonly answer: TaskCloseAnswer };
}

export type ToolName = keyof ToolTypes;

export type StateName = "plan" | "tasks" | "history";

/** What the state files hold; null where there is no file. */
export interface StoredState {
  readonly plan: Plan | null;
  readonly tasks: TaskList | null;
  readonly history: HistoryFacts | null;
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
}

/** When and where a call takes place. */
export interface Moment {
  /** ISO 8601, UTC. */
  readonly now: string;
  readonly branch: string;
}

/** A tool as a pure function; reading and writing the files is not its business. */
export interface Tool<Params, Answer> {
  /** The files that it needs. One of them that is broken refuses the call; any other does not matter. */
  readonly reads: readonly StateName[];
  /** Whether it may change something. Calls that do come one after the other, in whatever process they are made. */
  readonly writes: boolean;
  /** @throws ToolError when it cannot do what it was asked; nothing is changed then */
  run(state: OpenState, params: Params, moment: Moment): { readonly changes: Changes; readonly answer: Answer };
}

export type ToolOf<Name extends ToolName> = Tool<ToolTypes[Name]["params"], ToolTypes[Name]["answer"]>;
