import type { ExpectedReport, ReportBreach } from "./expected-report.js";
import type { ReportInvariantId } from "./report-finding.js";
import type { ReportSubject } from "./report-subject.js";

/** A message, and what the delegation said. */
export interface ReportExample {
  readonly message: string;
  readonly expected?: ExpectedReport;
}

/** One invariant of the report form: what must hold, why, an example of each kind, and the check. */
export interface ReportInvariant {
  readonly id: ReportInvariantId;
  /** What holds, in one sentence. */
  readonly title: string;
  readonly reason: string;
  readonly remedy: string;
  /** Keeps every invariant. */
  readonly good: ReportExample;
  /** The good example with one thing changed: it breaks this invariant, and no other. */
  readonly bad: ReportExample;
  readonly check: (subject: ReportSubject) => Iterable<ReportBreach>;
}
