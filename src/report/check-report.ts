import { positionsIn } from "../base/markdown/text-position.js";
import type { ExpectedReport } from "./form/expected-report.js";
import { compareReportFindings, type ReportFinding } from "./form/report-finding.js";
import type { ReportInvariant } from "./form/report-invariant.js";
import { type ReportSubject, reportSubject } from "./form/report-subject.js";
import { REPORT_INVARIANTS } from "./invariants/all-invariants.js";

/**
 * Holds the last message of an agent, or a bare report, to the invariants I1 to I12 of the report form and returns all
 * findings at once, by place. Any message will do, also none at all, and none is answered by an error.
 *
 * What `expected` leaves out is not checked: without `role` and `taskId` not I2, without `acceptance` not I3 (nor where
 * it is empty), and without `changedFiles` of I10 only that agents with `no_file_edit` list none. Without `agents` those
 * of this package count.
 *
 * @param text the message: prose and one block with the info word `nexus-report`, or the JSON object alone; null and
 * undefined where the agent sent none, which breaks I1
 * @param expected what the delegation said; null for a member that is not known counts as absent
 * @throws NexusError NXC_DELEGATION_INVALID when `expected` does not have its form, which is no fault of the report
 * @example
 * import { checkReport } from "nexus-core";
 *
 * const text = '{ "report": 1, "role": "tester", "verdict": "PASS" }';
 * const findings = checkReport(text, { role: "reviewer" });
 * findings.find(({ invariant }) => invariant === "I2");
 * // => {
 * //   invariant: "I2", message: 'role is "tester", and was given as "reviewer"', line: 1, column: 16,
 * //   pointer: "/role", remedy: "Write both as the delegation gave them.",
 * // }
 */
export function checkReport(text: string | null | undefined, expected: ExpectedReport = {}): readonly ReportFinding[] {
  return findingsOf(reportSubject(text, expected), REPORT_INVARIANTS);
}

/** What these invariants find, by place. */
export function findingsOf(subject: ReportSubject, invariants: readonly ReportInvariant[]): readonly ReportFinding[] {
  const positionOf = positionsIn(subject.text);
  return invariants
    .flatMap(({ id, remedy, check }) =>
      [...check(subject)].map(({ pointer, offset, message, hint = "" }) => ({
        invariant: id,
        message,
        ...positionOf(offset ?? subject.offsetOf(pointer)),
        pointer,
        remedy: hint.trim() === "" ? remedy : `${hint.trim()} ${remedy}`,
      })),
    )
    .sort(compareReportFindings);
}
