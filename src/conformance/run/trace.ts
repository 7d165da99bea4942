/** What each step of a case asked, was answered and did to the files, for a person who wants to see why. */

import type { FileTexts, TracedCall, TracedStep } from "../../generated/report.js";
import type { Refusal } from "../contract/envelope.js";
import { type Call, callsOf, type Step } from "../fixture/case.js";
import { type AnsweredCall, callName, type Observation } from "../stage/observation.js";
import { changesBetween, type Snapshot } from "../workspace/snapshot.js";
import { abridged, abridgedText } from "./abridged.js";

/** A report is read by people and kept by CI jobs; nobody reads more of one file. */
export const TEXT_LIMIT = 100_000;

export type { FileTexts, TracedStep } from "../../generated/report.js";

export class Trace {
  private readonly steps: Seen[] = [];

  /** A step that never ends still shows what it asked. */
  begin(step: Step, index: number): void {
    this.steps[index] = { step };
  }

  /** Nothing is cut or compared here: most cases pass, and nobody asks what their steps did. */
  end(observation: Observation): void {
    const begun = this.steps[observation.index];
    if (begun !== undefined) this.steps[observation.index] = { step: begun.step, observation };
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
      ...(failed === undefined ? {} : { changes: changesIn(failed) }),
      ...(isWanted ? { trace: this.steps.map(traced) } : {}),
    };
  }
}

/** A step, and what came of it where it ended. */
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
