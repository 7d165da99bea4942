import type { BaselineEntryData } from "../../generated/baseline.js";
import type { FileTexts, Report, TracedStep } from "../../generated/report.js";
import type { Case } from "../fixture/case.js";
import { type Failure, standsAlone } from "../oracles/failure.js";
import type { RecordedStep } from "./recorded.js";

/** `errored`: the case could not be judged; the implementation hung, or the adapter failed. */
export type Judgement = "passed" | "failed" | "errored" | "skipped";

/** What a case counts as: how it was judged, unless the baseline expects that, or expects something else. */
export type CaseStatus = Judgement | "known_failing" | "unexpectedly_passing";

/** What one step of a case shows that speaks of the adapter rather than of what it reaches. */
export interface Symptom {
  readonly kind: NonNullable<Report["symptoms"]>[number]["kind"];
  /** The tool or event that was asked, as messages name it. */
  readonly operation: string;
  /** What tells this one from others of its kind: the field that was invented. */
  readonly detail?: string;
}

/** A case that the baseline expects not to pass. */
export interface BaselineEntry extends BaselineEntryData {
  readonly list: "failing" | "flaky";
  /** Baseline file with the line of the entry, as a reader finds it. */
  readonly place: string;
  readonly line: number;
  /** Whether its last day is over; it then excuses nothing. */
  readonly expired: boolean;
}

export interface CaseResult {
  readonly case: Case;
  readonly status: CaseStatus;
  readonly durationMs: number;
  readonly failures: readonly Failure[];
  /** Worth knowing, no reason to fail: fields that the contract does not have. */
  readonly notes: readonly string[];
  /** Tools and events, as messages name them, that gave a good answer and, where they write, wrote something. */
  readonly worked: ReadonlySet<string>;
  /** What its steps show that speaks of the adapter. */
  readonly symptoms?: readonly Symptom[];
  /** Why a skipped case did not run. */
  readonly reason?: string;
  /** Whether it does not apply to this implementation, rather than being left out. */
  readonly notApplicable?: boolean;
  /** What the failing step did to the files. */
  readonly changes?: FileTexts[];
  /** Every step, when it was asked for. */
  readonly trace?: TracedStep[];
  /** What its steps asserted, when coverage was asked for. */
  readonly recorded?: readonly RecordedStep[];
  /** The entry of the baseline that gave the case its status, and how it was judged without. */
  readonly known?: { readonly entry: BaselineEntry; readonly judgement: Judgement };
  /** The kept folder of the case, when it was asked for. */
  readonly workspace?: string;
}

/** How a case was judged, whatever the baseline makes of it. */
export function judgementOf({ status, known }: CaseResult): Judgement {
  return known?.judgement ?? (status as Judgement);
}

/** Whether a case shows what it verifies, whatever happened around its workspace meanwhile. */
export function holds(result: CaseResult): boolean {
  const judgement = judgementOf(result);
  return judgement === "passed" || (judgement === "failed" && result.failures.every(standsAlone));
}
