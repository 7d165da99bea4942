/** What each step of a case asked, was answered and did to the files, for a person who wants to see why. */

import type { FileTexts, TracedStep } from "../generated/report.js";
import type { Step } from "./case.js";
import type { Answer } from "./envelope.js";
import { callName, type Observation } from "./observation.js";
import { changesBetween, type Snapshot } from "./workspace.js";

/** A report is read by people and kept by CI jobs; nobody reads more of one file. */
const TEXT_LIMIT = 100_000;

export type { FileTexts, TracedStep } from "../generated/report.js";

export class Trace {
  private readonly steps: TracedStep[] = [];

  /** A step that never ends still shows what it asked. */
  begin(step: Step, index: number): void {
    const params = "params" in step ? { params: step.params } : {};
    this.steps[index] = { step: index, call: callName(step), ...params, changes: [] };
  }

  end({ index, answered, before, after }: Observation): void {
    const begun = this.steps[index];
    if (begun === undefined) return;
    const answers = answered.map(({ answer }) => answerOf(answer));
    this.steps[index] = {
      ...begun,
      // Calls at the same time have as many answers.
      ...(answers.length > 1 ? { answer: answers } : answers[0]),
      changes: textsOf(before, after),
    };
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

function answerOf(answer: Answer): Pick<TracedStep, "answer" | "refusal"> {
  return answer.kind === "value" ? { answer: answer.value } : { refusal: { ...answer.refusal } };
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
