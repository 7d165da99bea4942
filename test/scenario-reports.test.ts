/** What the scenarios take for a report, and what they find wrong with one. */

import { expect, test } from "vitest";
import { breachesOf, readReport } from "../scripts/scenarios/read-report.js";
import { type Expected, INVARIANTS } from "../scripts/scenarios/report-invariants.js";

const expected: Expected = {
  role: "tester",
  ownKey: "tester",
  taskId: 4,
  acceptance: ["gives up after 3 attempts", "last error is shown"],
  changed: [],
  agents: ["engineer", "tester", "reviewer"],
  mayEdit: false,
};

const good = {
  report: 1,
  role: "tester",
  task_id: 4,
  status: "complete",
  verdict: "FAIL",
  summary: "The last error is lost.",
  criteria: [
    { criterion: "Gives up after 3 attempts.", result: "pass", evidence: "3 calls" },
    { criterion: "last error is shown", result: "fail", evidence: "printed 'failed'" },
  ],
  findings: [
    {
      id: "F1",
      severity: "critical",
      where: "src/retry:41",
      claim: "cause dropped",
      evidence: "line 41",
      action: "pass it on",
    },
  ],
  checks: [{ what: "retry suite", how: "project command", outcome: "failed" }],
  files: { changed: [], artifacts: [] },
  assumptions: [],
  questions: [],
  not_done: [],
  suspect_content: [],
  next: [{ role: "engineer", why: "F1" }],
  tester: { missing_tests: [] },
};

const messageOf = (block: unknown, prose = "FAIL.") =>
  `${prose}\n\n\`\`\`nexus-report\n${JSON.stringify(block, null, 1)}\n\`\`\`\n`;

test("a sound report breaks nothing", () => {
  expect(breachesOf(readReport(messageOf(good)), expected)).toEqual([]);
});

const [pass, fail] = good.criteria;
const passes = [pass, { ...fail, result: "pass" }];

test.each<[string, string, object, Partial<Expected>?, string?]>([
  ["I1", "an unknown key", { note: "x" }],
  ["I1", "an unknown status", { status: "done" }],
  ["I1", "a summary that is too long", { summary: "x".repeat(301) }],
  ["I1", "a list that is none", { assumptions: "none" }],
  ["I2", "another role", { role: "engineer" }],
  ["I2", "another task", { task_id: 5 }],
  ["I3", "a criterion that is left out", { criteria: [pass] }],
  ["I3", "criteria in another order", { criteria: [fail, pass] }],
  ["I4", "a result without evidence", { criteria: [{ ...pass, evidence: " " }, fail] }],
  ["I4", "evidence that repeats the criterion", { criteria: [pass, { ...fail, evidence: "Last error is shown." }] }],
  ["I4", "a critical finding without evidence", { findings: [{ ...good.findings[0], evidence: "" }] }],
  ["I5", "PASS over a failed criterion", { verdict: "PASS", findings: [] }],
  ["I5", "PASS over a critical finding", { verdict: "PASS", criteria: passes }],
  [
    "I5",
    "APPROVED over a warning",
    { verdict: "APPROVED", criteria: passes, findings: [{ ...good.findings[0], severity: "warning" }] },
  ],
  ["I6", "BLOCKED without a critical finding", { verdict: "BLOCKED", findings: [] }],
  ["I7", "complete over a blocking question", { questions: [{ question: "x", blocking: true }] }],
  ["I7", "complete over a failed check that nothing explains", { criteria: passes, findings: [], verdict: null }],
  ["I8", "needs_input without a question that blocks", { status: "needs_input" }],
  ["I9", "blocked without attempts", { status: "blocked" }],
  ["I10", "a changed file of a role that changes none", { files: { changed: ["src/a.js"] } }],
  ["I10", "files that are not those that differ", {}, { mayEdit: true, changed: ["src/a.js"] }],
  ["I11", "a checker that claims", { criteria: [{ ...pass, result: "claimed" }, fail] }],
  ["I11", "a maker that passes", { role: "engineer", next: [] }, { role: "engineer" }],
  ["I12", "a next role that nobody has", { next: [{ role: "manager" }] }],
  ["I12", "itself as the next role", { next: [{ role: "tester" }] }],
  ["I13", "a success word over half a work", { status: "partial" }, {}, "All done."],
])("%s: %s", (id, _, changes, others = {}, prose = "FAIL.") => {
  const breaches = breachesOf(readReport(messageOf({ ...good, ...changes }, prose)), { ...expected, ...others });
  expect(breaches.map((breach) => breach.split(":", 1)[0])).toEqual([id]);
});

test("every invariant is broken by one of these, and I13 leaves plain words alone", () => {
  expect(Object.keys(INVARIANTS)).toEqual(Array.from({ length: 13 }, (_, index) => `I${index + 1}`));
  const half = (prose: string) => breachesOf(readReport(messageOf({ ...good, status: "partial" }, prose)), expected);
  for (const prose of ["Nothing was done to it.", "The load test is not done.", "What is to be done stands below."]) {
    expect(half(prose)).toEqual([]);
  }
  expect(half("The work is done.")).toEqual(['I13: the prose says "done" and the status is partial']);
});

test("Lead carries what checkers found, and what nobody checked", () => {
  const criteria = [pass, { ...fail, result: "claimed" }];
  const lead = { ...good, role: "lead", verdict: null, criteria, "nx-run": {} };
  const { tester: _, ...block } = lead;
  expect(breachesOf(readReport(messageOf(block)), { ...expected, role: "lead", ownKey: "nx-run" })).toEqual([]);
});

test.each<[string, string, string]>([
  ["no block", "All is well.", "the message holds no nexus-report block"],
  ["two blocks", messageOf(good) + messageOf(good), "the message holds 2 nexus-report blocks"],
  ["a block without an object", messageOf([]), "the block holds no JSON object"],
  ["a block of another kind", "```json\n{}\n```", "the message holds no nexus-report block"],
])("%s is no report", (_, text, problem) => {
  expect(readReport(text)).toMatchObject({ problem });
  expect(breachesOf(readReport(text), expected)).toEqual([`I1: ${problem}`]);
});

test("a key that stands twice, and text that is no JSON, are named", () => {
  expect(readReport('```nexus-report\n{"a":1,"a":2}\n```').problem).toMatch(/no JSON: .*"?a"? stands twice/);
  expect(readReport("```nexus-report\n{oops}\n```").problem).toMatch(/^the block is no JSON: /);
});

test("the prose is what stands outside of the block, whatever the line ends", () => {
  const text = `Before.\r\n\r\n${messageOf(good, "").replaceAll("\n", "\r\n")}After.`;
  expect(readReport(text).prose).toMatch(/^Before\.\n+After\.$/);
});
