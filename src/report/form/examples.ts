/** Reports that keep every invariant. The examples of the invariants build on them. */

import type { NexusReport } from "../../generated/nexus-report.js";

/** The report of a tester that found a fault. */
export const TESTER = {
  report: 1,
  role: "tester",
  task_id: 4,
  status: "complete",
  verdict: "FAIL",
  summary: "The attempt limit holds; the last error is lost.",
  criteria: [
    { criterion: "gives up after 3 attempts", result: "pass", evidence: "the stub host counted 3 calls" },
    {
      criterion: "last error is shown",
      result: "fail",
      evidence: "the run printed 'failed', the stub had sent 'timeout'",
    },
  ],
  findings: [
    {
      id: "F1",
      severity: "critical",
      where: "src/retry:41",
      claim: "cause is dropped",
      evidence: "line 41 returns a constant",
      action: "pass the cause on",
    },
  ],
  checks: [{ what: "retry suite", how: "project test command", outcome: "passed" }],
  files: { changed: [], artifacts: [] },
  assumptions: [],
  questions: [],
  not_done: ["load"],
  suspect_content: [],
  next: [{ role: "engineer", why: "F1" }],
  tester: {
    missing_tests: [{ behaviour: "caller cancels while waiting", suggested_case: "cancel in the second wait" }],
  },
} satisfies NexusReport;

/** The report of an engineer that changed two files. */
export const ENGINEER = {
  report: 1,
  role: "engineer",
  task_id: 3,
  status: "complete",
  verdict: null,
  summary: "Retry stops after three attempts. The help text is outdated now.",
  criteria: [{ criterion: "gives up after 3 attempts", result: "claimed", evidence: "retry suite: 6 passed" }],
  findings: [],
  checks: [{ what: "retry suite", how: "project test command", outcome: "passed" }],
  files: { changed: ["src/retry", "test/retry"], artifacts: [] },
  assumptions: [],
  questions: [],
  not_done: [],
  suspect_content: [],
  next: [{ role: "tester", why: "criterion 1" }],
  engineer: { deviations: [], docs_impact: ["help text of --attempts"] },
} satisfies NexusReport;

/** The report of a reviewer that found nothing wrong. */
export const REVIEWER = {
  report: 1,
  role: "reviewer",
  task_id: 10,
  status: "complete",
  verdict: "APPROVED",
  summary: "All four figures agree with their sources.",
  criteria: [
    {
      criterion: "every figure agrees with its source",
      result: "pass",
      evidence: "docs/import.md:12 and notes/bench.md:7 say 40 %",
    },
  ],
  findings: [],
  checks: [{ what: "figures", how: "compared each with its source place", outcome: "passed" }],
  files: { changed: [], artifacts: [] },
  assumptions: [],
  questions: [],
  not_done: [],
  suspect_content: [],
  next: [],
  reviewer: {
    claims: [{ claim: "40 % faster", where: "docs/import.md:12", source_place: "notes/bench.md:7", match: "yes" }],
    sample: "4 of 4 claims checked",
  },
} satisfies NexusReport;

/** What an agent would send: a line of prose, and the report as its block. */
export function messageOf(report: unknown, prose = "For Lead: see the summary."): string {
  return `${prose}\n\n\`\`\`nexus-report\n${JSON.stringify(report, null, 2)}\n\`\`\`\n`;
}
