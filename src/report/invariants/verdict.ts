import { member, textMember } from "../../base/members.js";
import { messageOf, REVIEWER, TESTER } from "../form/examples.js";
import type { ReportBreach } from "../form/expected-report.js";
import type { ReportInvariant } from "../form/report-invariant.js";
import { rowsOf } from "../form/report-subject.js";

const [passed] = TESTER.criteria;
const PASSED = {
  ...TESTER,
  verdict: "PASS",
  summary: "The attempt limit holds.",
  criteria: [passed],
  findings: [],
  next: [],
};

const BLOCKED = {
  ...REVIEWER,
  verdict: "BLOCKED",
  summary: "One figure is invented.",
  criteria: REVIEWER.criteria.map((row) => ({ ...row, result: "fail" })),
  findings: TESTER.findings,
};

/** Verdicts that let work through, and the severities that each of them rules out. */
const APPROVALS: Readonly<Record<string, readonly string[]>> = {
  PASS: ["critical"],
  APPROVED: ["critical", "warning"],
  approved: ["critical"],
  approved_with_conditions: ["critical"],
};

export const verdictInvariants: readonly ReportInvariant[] = [
  {
    id: "I5",
    title:
      "With PASS or APPROVED, all criteria pass and no finding is critical; with APPROVED, no finding is a warning and every claim matches its source. No approval has a critical finding.",
    reason: "Unfinished work gets through when a verdict contradicts its own rows.",
    remedy: "Let the verdict follow from the rows: one row that does not pass rules out approval.",
    good: { message: messageOf(PASSED) },
    bad: { message: messageOf({ ...PASSED, criteria: [{ ...passed, result: "unverified" }] }) },
    *check({ value }) {
      const verdict = textMember(value, "verdict") ?? "";
      const excluded = Object.hasOwn(APPROVALS, verdict) ? (APPROVALS[verdict] ?? []) : [];
      for (const { pointer, text } of rowsOf(value, "findings")) {
        if (!excluded.includes(text("severity"))) continue;
        yield {
          pointer: `${pointer}/severity`,
          message: `the verdict is ${verdict}, and this finding is ${text("severity")}`,
        };
      }
      if (verdict === "PASS" || verdict === "APPROVED") yield* unpassed(value, verdict);
    },
  },
  {
    id: "I6",
    title:
      "BLOCKED comes with a critical finding, and FAIL with something that fails: a critical finding, a criterion or a check.",
    reason: "Without it, nobody knows what would let the task continue.",
    remedy:
      "Name what is critical or fails. Where lines could not be observed and nothing fails, leave the verdict out and write partial.",
    good: { message: messageOf(BLOCKED) },
    bad: { message: messageOf({ ...BLOCKED, findings: [] }) },
    *check({ value }) {
      const verdict = textMember(value, "verdict");
      if (verdict !== "BLOCKED" && verdict !== "FAIL") return;
      const has = (list: string, key: string, wanted: string) =>
        rowsOf(value, list).some(({ text }) => text(key) === wanted);
      if (has("findings", "severity", "critical")) return;
      if (verdict === "BLOCKED") {
        yield { pointer: "/verdict", message: "the verdict is BLOCKED, and no finding is critical" };
      } else if (!has("criteria", "result", "fail") && !has("checks", "outcome", "failed")) {
        yield { pointer: "/verdict", message: "the verdict is FAIL, and nothing fails" };
      }
    },
  },
];

function* unpassed(value: unknown, verdict: string): Iterable<ReportBreach> {
  const criteria = rowsOf(value, "criteria");
  const claims = rowsOf(member(value, "reviewer"), "claims", "/reviewer");
  for (const { pointer, text } of criteria) {
    if (text("result") === "pass") continue;
    yield {
      pointer: `${pointer}/result`,
      message: `the verdict is ${verdict}, and this criterion is ${text("result")}`,
    };
  }
  for (const { pointer, text } of verdict === "APPROVED" ? claims : []) {
    if (text("match") === "yes") continue;
    const message = `the verdict is APPROVED, and whether this claim matches its source is "${text("match")}"`;
    yield { pointer: `${pointer}/match`, message };
  }
  const hasLooked = rowsOf(value, "checks").some(({ text }) => text("outcome") === "passed");
  if (criteria.length + claims.length > 0 || hasLooked) return;
  yield { pointer: "/verdict", message: `the verdict is ${verdict}, and nothing was checked` };
}
