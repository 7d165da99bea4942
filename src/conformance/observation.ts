import type { Step } from "./case.js";
import type { Answer } from "./envelope.js";
import type { Snapshot } from "./workspace.js";

/** What one step did, as far as anyone can see from outside: all that judge and oracles look at. */
export interface Observation {
  readonly step: Step;
  /** Index of the step from 0. */
  readonly index: number;
  /** Absent for steps that ask nothing of the implementation. */
  readonly answer?: Answer;
  readonly before: Snapshot;
  readonly after: Snapshot;
}

/** How messages call a step: the tool or event, or what was done to the files. */
export function callName(step: Step): string {
  if (step.kind === "action") return step.tool;
  return step.kind === "event" ? `event ${step.event}` : step.kind;
}
