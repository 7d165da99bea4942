/** The questions that docs/use/report-form.md settles, each shown by reports on both sides of the line. */

import { expect, test } from "vitest";
import { checkReport } from "./check-report.js";
import { ENGINEER, messageOf, REVIEWER, TESTER } from "./form/examples.js";
import type { ExpectedReport } from "./form/expected-report.js";

const found = (report: object, expected: ExpectedReport = {}) =>
  checkReport(messageOf(report), expected).map(({ invariant, pointer }) => `${invariant} ${pointer}`);

const [first] = TESTER.criteria;
const evidence = (text: string) => ({ ...TESTER, criteria: [{ ...first, evidence: text }] });

test("invalid evidence is quoted as written", () => {
  const messages = (text: string) => checkReport(messageOf(evidence(text))).map(({ message }) => message);
  expect(messages(" ")).toEqual(["the evidence is empty"]);
  expect(messages("gives up after 3 attempts")).toEqual(['the evidence only repeats "gives up after 3 attempts"']);
});

test("blanks and the last full stop make no other words, and everything else does", () => {
  expect(found(evidence(" gives up  after 3 attempts."))).toEqual(["I4 /criteria/0/evidence"]);
  expect(found(evidence("gives up after 4 attempts"))).toEqual([]);
  const acceptance = ["gives up after 3 attempts"];
  const criteria = (criterion: string) => ({ ...TESTER, criteria: [{ ...first, criterion }] });
  expect(found(criteria(" gives up  after 3 attempts. "), { acceptance })).toEqual([]);
  expect(found(criteria("Gives up after 3 attempts"), { acceptance })).toEqual(["I3 /criteria", "I3 /criteria/0"]);
});

const checks = [{ what: "build", how: "project build command", outcome: "failed" }];
const open = [{ criterion: "builds", result: "unverified", evidence: "" }];

test.each([
  ["a finding", { ...TESTER, not_done: [] }, []],
  ["an entry of not_done", { ...ENGINEER, not_done: ["load"] }, []],
  ["a criterion that is open", { ...ENGINEER, criteria: open }, []],
  ["nothing but rows that pass", ENGINEER, ["I7 /checks/0"]],
])("a failed check is answered for by %s", (_, report, expected) => {
  expect(found({ ...report, checks })).toEqual(expected);
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
  expect(messages({ ...TESTER, verdict: 3 })).toEqual(['3 is not one of "PASS", "FAIL", null']);
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
