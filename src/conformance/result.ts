import type { Case } from "./case.js";
import type { Failure } from "./failure.js";
import type { FileTexts, TracedStep } from "./trace.js";

/** `errored`: the case could not be judged; the implementation hung, or the adapter failed. */
export type CaseStatus = "passed" | "failed" | "errored" | "skipped";

export interface CaseResult {
  readonly case: Case;
  readonly status: CaseStatus;
  readonly durationMs: number;
  readonly failures: readonly Failure[];
  /** Worth knowing, no reason to fail: fields that the contract does not have. */
  readonly notes: readonly string[];
  /** Tools that gave a good answer and, where they write, wrote something. */
  readonly worked: ReadonlySet<string>;
  /** Why a skipped case did not run. */
  readonly reason?: string;
  /** Whether it does not apply to this implementation, rather than being left out. */
  readonly notApplicable?: boolean;
  /** What the failing step did to the files. */
  readonly changes?: FileTexts[];
  /** Every step, when it was asked for. */
  readonly trace?: TracedStep[];
  /** The kept folder of the case, when it was asked for. */
  readonly workspace?: string;
}
