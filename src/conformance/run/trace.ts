/** Traces the calls, answers and file changes of each step of a case. */

import type { FileTexts, TracedCall, TracedStep } from "../../generated/report.js";
import type { Refusal } from "../contract/envelope.js";
import { type Call, callsOf, type Step } from "../fixture/case.js";
import { type AnsweredCall, callName, type Observation } from "../stage/observation.js";
import { changesBetween, type Snapshot } from "../workspace/snapshot.js";
import { abridged, abridgedText } from "./abridged.js";

/** Characters of a file that a report contains. Keeps reports small. */
export const TEXT_LIMIT = 100_000;

export class Trace {
  private readonly steps: Seen[] = [];

  /** Call this before the step, so that the trace also shows a step that does not return. */
  begin(step: Step, index: number): void {
    this.steps[index] = { step };
  }

  /** Only stores the observation. It is processed later if needed, because most cases pass. */
  end(observation: Observation): void {
    const begun = this.steps[observation.index];
    if (begun !== undefined) this.steps[observation.index] = { step: begun.step, observation };
  }

  /**
   * The trace, if wanted, and the file changes of the failed step.
   * @param failedAt index of the failed step; undefined if none failed
   * @param isOfInterest whether a report should show what the failed step has changed in a file
   */
  result(
    isWanted: boolean,
    failedAt: number | undefined,
    isOfInterest: (file: string) => boolean = () => true,
  ): { readonly trace?: TracedStep[]; readonly changes?: FileTexts[] } {
    return {
      ...(failedAt === undefined
        ? {}
        : { changes: this.changesUpTo(failedAt).filter(({ file }) => isOfInterest(file)) }),
      ...(isWanted ? { trace: this.steps.map(traced) } : {}),
    };
  }

  /** Nothing calls the implementation while a case waits, so what it shows then is the work of the calls before. */
  private changesUpTo(failedAt: number): FileTexts[] {
    const after = this.steps[failedAt]?.observation?.after;
    if (after === undefined) return [];
    const caller = this.steps.findLastIndex(({ step }, index) => index <= failedAt && step.kind !== "wait");
    const { step, observation } = this.steps[caller] ?? {};
    const isByCalls = step !== undefined && callsOf(step).length > 0;
    const before = (isByCalls ? observation : this.steps[failedAt]?.observation)?.before;
    return before === undefined ? [] : textsOf(before, after);
  }
}

/** A step, with its observation if it returned. */
interface Seen {
  readonly step: Step;
  readonly observation?: Observation;
}

function traced(seen: Seen, index: number): TracedStep {
  const { step, observation } = seen;
  const answered = observation?.answered ?? [];
  const calls = answered.length === 0 ? callsOf(step).map(askedIn) : answered.map(tracedCall);
  return { step: index, kind: callName(step), calls, changes: changesIn(seen) };
}

function changesIn({ observation }: Seen): FileTexts[] {
  return observation === undefined ? [] : textsOf(observation.before, observation.after);
}

/** Contains the acting agent, but not its credential. */
function askedIn(call: Call): TracedCall {
  const agent = call.as === undefined ? {} : { as: call.as };
  return { call: callName(call), ...agent, params: abridged(call.params) };
}

function tracedCall({ call, answer }: AnsweredCall): TracedCall {
  const asked = askedIn(call);
  if (answer.kind === "value") return { ...asked, answer: abridged(answer.value) };
  return { ...asked, refusal: abridged(answer.refusal) as Refusal };
}

function textsOf(before: Snapshot, after: Snapshot): FileTexts[] {
  return changesBetween(before, after).map(({ file }) => ({
    file,
    before: cut(before.get(file)),
    after: cut(after.get(file)),
  }));
}

function cut(text: string | undefined): string | null {
  return text === undefined ? null : abridgedText(text, TEXT_LIMIT);
}
