import type { NexusReport } from "../generated/nexus-report.js";
import { findingsOf } from "./check-report.js";
import type { ExpectedReport } from "./form/expected-report.js";
import type { ReportFinding } from "./form/report-finding.js";
import { reportSubject } from "./form/report-subject.js";
import { formInvariants } from "./invariants/form.js";

/** A report as it was found in a message. */
export interface ParsedReport {
  /** The report, where there is one and it has the form of `schema/nexus-report.schema.json`. */
  readonly report: NexusReport | undefined;
  /** Why the report cannot be read: the findings of I1. */
  readonly findings: readonly ReportFinding[];
}

/**
 * Finds the report in the last message of an agent: the one block with the info word `nexus-report`, or the text as a
 * whole where it is a bare JSON object. Without a block, with several, with one that is not closed, is no JSON, names a
 * key twice or breaks the schema, and where there is no message at all, the findings say what is wrong and where;
 * no message is answered by an error. Whether the report keeps the other invariants is for {@link checkReport} to say.
 *
 * @param text the message; null and undefined where the agent sent none
 * @param known agents and skills that the form does not name; their reports have its fields, and a part of any shape
 * @throws NexusError NXC_DELEGATION_INVALID when `known` does not have its form
 * @example
 * import { parseReport } from "nexus-core";
 *
 * const { report, findings } = parseReport('For Lead.\n\n~~~json\n{ "report": 1 }\n~~~\n');
 * report; // => undefined
 * findings.map(({ line, message }) => `line ${line}: ${message}`);
 * // => ['line 3: there is no block with the info word nexus-report: the one that begins here has the info word "json"']
 */
export function parseReport(
  text: string | null | undefined,
  known: Pick<ExpectedReport, "agents" | "skills"> = {},
): ParsedReport {
  const subject = reportSubject(text, known);
  const findings = findingsOf(
    subject,
    formInvariants.filter(({ id }) => id === "I1"),
  );
  return { report: findings.length === 0 ? (subject.value as NexusReport) : undefined, findings };
}
