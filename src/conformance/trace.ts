/** What each step of a case asked, was answered and did to the files, for a person who wants to see why. */

import type { FileTexts, TracedCall, TracedStep } from "../generated/report.js";
import { callsOf, type Step } from "./case.js";
import { type AnsweredCall, callName, type Observation } from "./observation.js";
import { changesBetween, type Snapshot } from "./workspace.js";

/** A report is read by people and kept by CI jobs; nobody reads more of one file. */
const TEXT_LIMIT = 100_000;

export type { FileTexts, TracedStep } from "../generated/report.js";

export class Trace {
  private readonly steps: TracedStep[] = [];

  /** A step that never ends still shows what it asked. */
  begin(step: Step, index: number): void {
    const calls = callsOf(step).map((call) => ({ call: callName(call), params: call.params }));
    this.steps[index] = { step: index, kind: callName(step), calls, changes: [] };
  }

  end({ index, answered, before, after }: Observation): void {
    const begun = this.steps[index];
    if (begun === undefined) return;
    const calls = answered.length === 0 ? begun.calls : answered.map(tracedCall);
    this.steps[index] = { ...begun, calls, changes: textsOf(before, after) };
  }

  /** The whole trace where it was asked for, and of a failure what its step did to the files. */
  result(isWanted: boolean, hasFailed: boolean): { readonly trace?: TracedStep[]; readonly changes?: FileTexts[] } {
    const last = this.steps.at(-1);
    return {
      ...(hasFailed && last !== undefined ? { changes: last.changes } : {}),
      ...(isWanted ? { trace: this.steps } : {}),
    };
  }
}

function tracedCall({ call, answer }: AnsweredCall): TracedCall {
  const asked = { call: callName(call), params: call.params };
  return answer.kind === "value" ? { ...asked, answer: answer.value } : { ...asked, refusal: answer.refusal };
}

function textsOf(before: Snapshot, after: Snapshot): FileTexts[] {
  return changesBetween(before, after).map(({ file }) => ({
    file,
    before: cut(before.get(file)),
    after: cut(after.get(file)),
  }));
}

function cut(text: string | undefined): string | null {
  if (text === undefined) return null;
  return text.length > TEXT_LIMIT ? `${text.slice(0, TEXT_LIMIT)}… (${text.length} characters)` : text;
}
