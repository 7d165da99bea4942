/** The questions that docs/report-form.md settles, each shown by reports on both sides of the line. */

import { expect, test } from "vitest";
import { checkReport } from "./check-report.js";
import { ENGINEER, messageOf, REVIEWER, TESTER } from "./examples.js";
import type { ExpectedReport } from "./report-subject.js";

const found = (report: object, expected: ExpectedReport = {}, prose?: string) =>
  checkReport(messageOf(report, prose), expected).map(({ invariant, pointer }) => `${invariant} ${pointer}`);

const evidence = (text: string) => ({
  ...TESTER,
  criteria: [{ criterion: "gives up after 3 attempts", result: "pass", evidence: text }],
});

test.each<[string, string[]]>([
  ["the stub host counted 3 calls", []],
  ["see check 1", []],
  ["", ["I4 /criteria/0/evidence"]],
  [" Gives up after 3 attempts", []],
  ["gives up  after 3 attempts.", ["I4 /criteria/0/evidence"]],
])("evidence %j for a criterion that passes", (text, expected) => {
  expect(found(evidence(text))).toEqual(expected);
});

test("evidence that is none is told as it stands", () => {
  const messages = (text: string) => checkReport(messageOf(evidence(text))).map(({ message }) => message);
  expect(messages(" ")).toEqual(["the evidence is empty"]);
  expect(messages("gives up after 3 attempts")).toEqual(['the evidence only repeats "gives up after 3 attempts"']);
});

test("evidence of criteria that are open, and of findings that are not critical, is not asked for", () => {
  const criteria = [{ criterion: "a", result: "unverified", evidence: "" }];
  const findings = TESTER.findings.map((row) => ({ ...row, severity: "warning", evidence: "" }));
  expect(found({ ...TESTER, criteria, findings })).toEqual([]);
  const critical = TESTER.findings.map((row) => ({ ...row, evidence: "cause is dropped" }));
  expect(found({ ...TESTER, findings: critical })).toEqual(["I4 /findings/0/evidence"]);
});

const acceptance = ["gives up after 3 attempts", "last error is shown"];
const [first, second] = TESTER.criteria;

test.each([
  [
    "blanks and the last full stop do not count",
    [{ ...first, criterion: " gives up  after 3 attempts. " }, second],
    [],
  ],
  ["letters do", [{ ...first, criterion: "Gives up after 3 attempts" }, second], ["I3 /criteria", "I3 /criteria/0"]],
  ["a line twice", [first, second, second], ["I3 /criteria/2"]],
  ["another order", [second, first], ["I3 /criteria/0", "I3 /criteria/1"]],
  ["one line too many", [first, second, { ...first, criterion: "is fast" }], ["I3 /criteria/2"]],
])("acceptance: %s", (_, criteria, expected) => {
  expect(found({ ...TESTER, criteria }, { acceptance })).toEqual(expected);
  expect(found({ ...TESTER, criteria })).toEqual([]);
  expect(found({ ...TESTER, criteria }, { acceptance: [] })).toEqual([]);
});

const warning = TESTER.findings.map((row) => ({ ...row, severity: "warning" }));
const claims = REVIEWER.reviewer?.claims.map((row) => ({ ...row, match: "unverifiable" }));
const architect = {
  ...TESTER,
  role: "architect",
  tester: undefined,
  criteria: [],
  architect: { options: [], decision_reversers: [] },
};

test.each([
  ["PASS over a warning", { ...TESTER, verdict: "PASS", criteria: [first], findings: warning }, []],
  ["PASS over a criterion that fails", { ...TESTER, verdict: "PASS", findings: [] }, ["I5 /criteria/1/result"]],
  ["PASS over a critical finding", { ...TESTER, verdict: "PASS", criteria: [first] }, ["I5 /findings/0/severity"]],
  ["PASS over nothing", { ...TESTER, verdict: "PASS", criteria: [], findings: [], checks: [] }, ["I5 /verdict"]],
  ["PASS over a check alone", { ...TESTER, verdict: "PASS", criteria: [], findings: [] }, []],
  ["APPROVED over a warning", { ...REVIEWER, findings: warning }, ["I5 /findings/0/severity"]],
  ["APPROVED over a remark", { ...REVIEWER, findings: [{ ...warning[0], severity: "info" }] }, []],
  [
    "APPROVED over an open claim",
    { ...REVIEWER, reviewer: { claims, sample: "0 of 1" } },
    ["I5 /reviewer/claims/0/match"],
  ],
  ["an approach with a critical finding", { ...architect, verdict: "approved" }, ["I5 /findings/0/severity"]],
  ["an approach to revise", { ...architect, verdict: "revision_required" }, []],
])("verdict: %s", (_, report, expected) => {
  expect(found(report)).toEqual(expected);
});

test("a checker that is through owes a verdict, and is told which it may give", () => {
  const messages = (report: object) => checkReport(messageOf(report)).map(({ message }) => message);
  const owed = (role: string, choices: string) => [
    `the status is complete, and a ${role} that has judged gives one of ${choices}`,
  ];
  expect(messages({ ...TESTER, verdict: null })).toEqual(owed("tester", '"PASS", "FAIL"'));
  expect(messages({ ...REVIEWER, verdict: null })).toEqual(
    owed("reviewer", '"APPROVED", "REVISION_REQUIRED", "BLOCKED"'),
  );
  expect(messages({ ...TESTER, verdict: null, status: "partial" })).toEqual([]);
  expect(messages({ ...TESTER, verdict: 3 })).toEqual(['3 is none of "PASS", "FAIL", null']);
});

test("a refusal over nothing is left to Lead, and so is PASS over a check that not_done answers for", () => {
  const nothing = { criteria: [first], findings: [] };
  expect(found({ ...TESTER, ...nothing, verdict: "FAIL" })).toEqual([]);
  expect(found({ ...REVIEWER, verdict: "REVISION_REQUIRED" })).toEqual([]);
  const passed = { ...TESTER, ...nothing, verdict: "PASS", checks: [failing("load suite")] };
  expect(found({ ...passed, not_done: ["load suite: fails without the change, too"] })).toEqual([]);
  expect(found({ ...passed, not_done: [] })).toEqual(["I7 /checks/0"]);
});

const OPEN = [{ criterion: "builds", result: "unverified", evidence: "" }];
const failing = (what: string, how = "project test command") => ({ what, how, outcome: "failed" });

test.each([
  ["a finding", { ...TESTER, checks: [failing("build")] }, []],
  ["an entry of not_done", { ...ENGINEER, checks: [failing("build")], not_done: ["measure under load"] }, []],
  ["a criterion that is open", { ...ENGINEER, criteria: OPEN, checks: [failing("build")] }, []],
  [
    "a criterion that passes",
    { ...TESTER, findings: [], not_done: [], criteria: [first], verdict: "FAIL", checks: [failing("attempts")] },
    ["I7 /checks/0"],
  ],
  ["nothing, while the work is partial", { ...ENGINEER, status: "partial", checks: [failing("build")] }, []],
])("a failed check that is explained by %s", (_, report, expected) => {
  expect(found(report)).toEqual(expected);
});

test("work that is complete has no blocking question", () => {
  const questions = [{ question: "Which?", why: "two fit", default: "the first", blocking: true }];
  expect(found({ ...ENGINEER, questions })).toEqual(["I7 /questions/0"]);
});

const changed = (...paths: string[]) => ({ ...ENGINEER, files: { changed: paths, artifacts: [] } });

test.each([
  ["another spelling of a path", changed("./src/retry"), ["src\\retry"], []],
  ["another spelling of a letter", changed("docs/\u00fc.md"), ["docs/u\u0308.md"], []],
  ["a file too many", changed("src/retry", "src/wait"), ["src/retry"], ["I10 /files/changed/1"]],
  ["session state", changed(), [".nexus/state/plan.json"], []],
  ["knowledge", changed(), [".nexus/context/a.md"], ["I10 /files/changed"]],
  ["no difference", changed(), [], []],
])("changed files: %s", (_, report, changedFiles, expected) => {
  expect(found(report, { changedFiles })).toEqual(expected);
  expect(found(report)).toEqual([]);
});

test("agents that may not edit list nothing, whatever others changed meanwhile", () => {
  expect(found(TESTER, { changedFiles: ["src/retry"] })).toEqual([]);
  expect(found({ ...TESTER, files: { changed: ["a.md"], artifacts: [] } })).toEqual(["I10 /files/changed/0"]);
});

test("the role that was spawned decides what its report may say, whatever it calls itself", () => {
  expect(found(ENGINEER, { role: "tester" })).toEqual([
    "I2 /role",
    "I11 /criteria/0/result",
    "I10 /files/changed/0",
    "I10 /files/changed/1",
    "I12 /next/0/role",
  ]);
});

test("a mistyped role is told what it may have meant, and Lead is no agent", () => {
  const next = (role: string) => checkReport(messageOf({ ...TESTER, next: [{ role, why: "F1" }] }));
  expect(next("engneer")[0]).toMatchObject({ invariant: "I12", message: 'there is no agent "engneer"' });
  expect(next("engneer")[0]?.remedy).toMatch(/^Did you mean "engineer"\? Name the id/);
  expect(next("lead").map(({ message }) => message)).toEqual(['there is no agent "lead"']);
});

test("roles of one's own are those of the list that is given", () => {
  const agents = [{ id: "engineer", category: "do", capabilities: [] }];
  expect(found(ENGINEER, { agents })).toEqual(["I12 /next/0/role"]);
});
