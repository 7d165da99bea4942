import { compareText } from "../../base/finding.js";

/** Id of an invariant of the report form. It never changes. */
export type ReportInvariantId = "I1" | "I2" | "I3" | "I4" | "I5" | "I6" | "I7" | "I8" | "I9" | "I10" | "I11" | "I12";

/** One thing that is wrong with a report, with the place and the way out. */
export interface ReportFinding {
  readonly invariant: ReportInvariantId;
  /** What is wrong, as a sentence without its full stop. */
  readonly message: string;
  /** Line and column from 1, in the text that was checked. */
  readonly line: number;
  readonly column: number;
  /** JSON pointer into the report; empty for the whole report and for places outside it. */
  readonly pointer: string;
  readonly remedy: string;
}

/** By place, then by invariant: the order in which a person corrects them. */
export function compareReportFindings(a: ReportFinding, b: ReportFinding): number {
  return (
    a.line - b.line ||
    a.column - b.column ||
    Number(a.invariant.slice(1)) - Number(b.invariant.slice(1)) ||
    compareText(a.pointer, b.pointer) ||
    compareText(a.message, b.message)
  );
}

/** The name of an invariant among rules of other kinds. */
export function reportRuleOf(invariant: ReportInvariantId): string {
  return `report/${invariant}`;
}
