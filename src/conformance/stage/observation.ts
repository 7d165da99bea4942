import type { Answer } from "../contract/envelope.js";
import type { Call, Step } from "../fixture/case.js";
import type { RepositoryView } from "../workspace/repository-view.js";
import type { Snapshot } from "../workspace/snapshot.js";

/** A call and its answer. */
export interface AnsweredCall {
  readonly call: Call;
  readonly answer: Answer;
}

/** The answers that a step got. */
export interface Performed {
  /** In the order of the calls. Empty for steps without calls. */
  readonly answered: readonly AnsweredCall[];
  /** Whether the call may be half done, because the implementation was ended during it or the disk was full. */
  readonly interrupted: boolean;
}

/** Everything that the judge and the oracles know about a step. */
export interface Observation extends Performed {
  readonly step: Step;
  /** Index of the step from 0. */
  readonly index: number;
  readonly before: Snapshot;
  readonly after: Snapshot;
  /** Present if the step asserts something about it; null if the workspace is no longer a repository. */
  readonly repository?: RepositoryView | null;
  /** Files left by an interrupted call. Any later call may delete them. */
  readonly leftovers: ReadonlySet<string>;
}

/** The name of a step in messages: the tool, the event, or the kind of step. */
export function callName(step: Step | Call): string {
  if (step.kind === "action") return step.tool;
  return step.kind === "event" ? `event ${step.event}` : step.kind;
}
