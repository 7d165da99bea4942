import type { BaselineEntryData } from "../../generated/baseline.js";
import type { FileTexts, Report, TracedStep } from "../../generated/report.js";
import type { Case } from "../fixture/case.js";
import type { Failure } from "../oracles/failure.js";
import type { RecordedStep } from "./recorded.js";

/**
 * `failed`: it shows that a requirement is violated. `not_taken`: it shows only that an optional one is not done. `blocked`:
 * it shows no violation, but some of its assertions could not be judged. `errored`: nothing could be judged, because the
 * implementation did not answer or the adapter failed.
 */
export type Judgement = "passed" | "failed" | "not_taken" | "blocked" | "errored" | "skipped";

/** The judgement of a case, changed by the baseline if that has an entry for the case. */
export type CaseStatus = Judgement | "known_failing" | "unexpectedly_passing";

/** A sign in one step that the adapter is at fault rather than the implementation. */
export interface Symptom {
  readonly kind: NonNullable<Report["symptoms"]>[number]["kind"];
  /** The tool or event, as named in messages. */
  readonly operation: string;
  /** For invented fields: the name of the field. */
  readonly detail?: string;
}

/** An entry of the baseline: a case that is not expected to pass. */
export interface BaselineEntry extends BaselineEntryData {
  readonly list: "failing" | "flaky";
  /** The baseline file and the line of the entry, as reports show it. */
  readonly place: string;
  readonly line: number;
  /** Whether its `expires` date is past. An expired entry excuses nothing. */
  readonly expired: boolean;
}

export interface BlockedRequirement {
  readonly requirement: string;
  /** Index of the step from 0. */
  readonly step: number;
  /** What happened instead, in one line. */
  readonly reason: string;
  /** The requirement that is violated by it, if there is one. */
  readonly by?: string;
  /** Whether the mapping of the adapter causes it, which says nothing about the implementation. */
  readonly isOfMapping?: true;
}

export interface CaseResult {
  readonly case: Case;
  readonly status: CaseStatus;
  readonly durationMs: number;
  /** Why it did not pass, each with the requirement that is violated, if the case names one. */
  readonly failures: readonly Failure[];
  /** The requirements that it could not judge, and why. */
  readonly blocked: readonly BlockedRequirement[];
  /** Findings that are no failures: fields that the contract does not have. */
  readonly notes: readonly string[];
  /** Tools and events that answered as asserted and, if they are meant to write, wrote something. */
  readonly worked: ReadonlySet<string>;
  /** Signs that the adapter is at fault. */
  readonly symptoms?: readonly Symptom[];
  /** Why the case was skipped or blocked. */
  readonly reason?: string;
  /** Whether a skipped case does not apply to this implementation. Otherwise it was left unjudged, for instance by `--bail`. */
  readonly notApplicable?: boolean;
  /** The changes to files in the failing step. */
  readonly changes?: FileTexts[];
  /** All steps, if a trace was requested. */
  readonly trace?: TracedStep[];
  /** The assertions of its steps, if coverage was requested. */
  readonly recorded?: readonly RecordedStep[];
  /** The baseline entry that changed the status, and the judgement without it. */
  readonly known?: { readonly entry: BaselineEntry; readonly judgement: Judgement };
  /** Why the points at which a call was killed are a sample, if they are one. */
  readonly sampled?: string | undefined;
  /** The workspace of the case, if it was kept. */
  readonly workspace?: string;
}

/** The judgement of a case, regardless of the baseline. */
export function judgementOf({ status, known }: CaseResult): Judgement {
  return known?.judgement ?? (status as Judgement);
}

/** Whether a case was judged and did not pass. */
export function didNotPass({ status }: CaseResult): boolean {
  return status === "failed" || status === "blocked" || status === "errored";
}
