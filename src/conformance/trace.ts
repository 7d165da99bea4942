/** What each step of a case asked, was answered and did to the files, for a person who wants to see why. */

import type { FileTexts, TracedCall, TracedStep } from "../generated/report.js";
import { abridged, abridgedText } from "./abridged.js";
import { type Call, callsOf, type Step } from "./case.js";
import type { Refusal } from "./envelope.js";
import { type AnsweredCall, callName, type Observation } from "./observation.js";
import { changesBetween, type Snapshot } from "./snapshot.js";

/** A report is read by people and kept by CI jobs; nobody reads more of one file. */
export const TEXT_LIMIT = 100_000;

export type { FileTexts, TracedStep } from "../generated/report.js";

export class Trace {
  private readonly steps: TracedStep[] = [];

  /** A step that never ends still shows what it asked. */
  begin(step: Step, index: number): void {
    const calls = callsOf(step).map(askedIn);
    this.steps[index] = { step: index, kind: callName(step), calls, changes: [] };
  }

  end({ index, answered, before, after }: Observation): void {
    const begun = this.steps[index];
    if (begun === undefined) return;
    const calls = answered.length === 0 ? begun.calls : answered.map(tracedCall);
    this.steps[index] = { ...begun, calls, changes: textsOf(before, after) };
  }

  /**
   * The whole trace where it was asked for, and of a failure what its step did to the files.
   * @param failedAt index of that step; absent where nothing failed
   */
  result(
    isWanted: boolean,
    failedAt: number | undefined,
  ): { readonly trace?: TracedStep[]; readonly changes?: FileTexts[] } {
    const failed = failedAt === undefined ? undefined : this.steps[failedAt];
    return {
      ...(failed === undefined ? {} : { changes: failed.changes }),
      ...(isWanted ? { trace: this.steps } : {}),
    };
  }
}

/** Who acts says as much as the credential would. */
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
