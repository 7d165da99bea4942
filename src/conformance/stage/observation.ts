import type { Answer } from "../contract/envelope.js";
import type { Call, Step } from "../fixture/case.js";
import type { RepositoryView } from "../workspace/repository-view.js";
import type { Snapshot } from "../workspace/snapshot.js";

/** A call and what came back. */
export interface AnsweredCall {
  readonly call: Call;
  readonly answer: Answer;
}

/** What a step got from the implementation. */
export interface Performed {
  /** In the order in which they were made; empty for steps that ask nothing. */
  readonly answered: readonly AnsweredCall[];
  /** Whether the implementation was ended while a call was running: nobody knows how far it got. */
  readonly interrupted: boolean;
}

/** What one step did, as far as anyone can see from outside: all that judge and oracles look at. */
export interface Observation extends Performed {
  readonly step: Step;
  /** Index of the step from 0. */
  readonly index: number;
  readonly before: Snapshot;
  readonly after: Snapshot;
  /** Looked at where the step asserts something of it; null where the folder is no repository any more. */
  readonly repository?: RepositoryView | null;
  /** Files that an interrupted call left behind: whoever clears them away does no wrong. */
  readonly leftovers: ReadonlySet<string>;
}

/** How messages call a step: the tool or event, or what was done. */
export function callName(step: Step | Call): string {
  if (step.kind === "action") return step.tool;
  return step.kind === "event" ? `event ${step.event}` : step.kind;
}
