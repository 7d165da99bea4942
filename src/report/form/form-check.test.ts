import { expect, test } from "vitest";
import { checkReport } from "../check-report.js";
import { parseReport } from "../parse-report.js";
import { TESTER } from "./examples.js";

const AUDITOR = { id: "auditor", category: "check", capabilities: ["no_file_edit"] };
const SCOUT = { id: "scout", category: "do", capabilities: [] };
const ENGINEER = { id: "engineer", category: "do", capabilities: [] };
const KNOWN = { agents: [AUDITOR, SCOUT, ENGINEER], skills: ["greet"] };

const { tester: _, ...common } = TESTER;
const audit = { ...common, role: "auditor", auditor: { entries: 3 } };
const greeting = { ...common, role: "lead", verdict: null, greet: { whom: "the user" } };

const pointersOf = (report: object, known: object = KNOWN) =>
  checkReport(JSON.stringify(report), known).map(({ invariant, pointer }) => `${invariant} ${pointer}`);

test("an agent that the form does not name reports in its fields, with a part of any shape or none", () => {
  expect(pointersOf(audit)).toEqual([]);
  expect(pointersOf({ ...common, role: "auditor" })).toEqual([]);
  expect(parseReport(JSON.stringify(audit), KNOWN).report).toMatchObject({ role: "auditor" });
});

test("without being told of it, the form knows neither its role nor its part", () => {
  expect(pointersOf(audit, {})).toEqual(["I1 /role", "I1 /auditor"]);
  expect(parseReport(JSON.stringify(audit)).report).toBeUndefined();
});

test("its category says which verdicts and results it may give, and its capabilities what it may change", () => {
  expect(pointersOf({ ...audit, verdict: "approved", findings: [] })).toEqual(["I1 /verdict"]);
  expect(pointersOf({ ...common, role: "scout", verdict: "PASS", criteria: [], findings: [] })).toEqual([
    "I1 /verdict",
  ]);
  const claimed = common.criteria.map((row) => ({ ...row, result: "claimed" }));
  expect(pointersOf({ ...audit, criteria: claimed })).toEqual(claimed.map((_row, at) => `I11 /criteria/${at}/result`));
  expect(pointersOf({ ...audit, files: { changed: ["src/a"], artifacts: [] } })).toEqual(["I10 /files/changed/0"]);
});

test("the common fields and the invariants hold for it as for all others", () => {
  expect(pointersOf({ ...audit, verdcit: "FAIL" })).toEqual(["I1 /verdcit"]);
  expect(pointersOf({ ...audit, status: "blocked" })).toContain("I9 /status");
  expect(pointersOf({ ...audit, auditor: "three" })).toEqual(["I1 /auditor"]);
});

test("a role has its own part alone", () => {
  expect(pointersOf({ ...audit, scout: {} })).toEqual(["I1 /scout"]);
  expect(pointersOf({ ...TESTER, auditor: {} })).toEqual(["I1 /auditor"]);
  expect(pointersOf({ ...audit, tester: TESTER.tester })).toEqual(["I1 /tester"]);
});

test("Lead reports on a skill that the form does not name, and on one skill only", () => {
  expect(pointersOf(greeting)).toEqual([]);
  expect(pointersOf(greeting, {})).toContain("I1 /greet");
  expect(pointersOf({ ...greeting, role: "auditor" })).toEqual(["I1 /greet"]);
  const { greet: _greet, ...none } = greeting;
  expect(pointersOf(none)).not.toEqual([]);
});

test("an id that is the name of a field, or of a role of the form, widens nothing", () => {
  const agents = [{ ...AUDITOR, id: "status" }, { ...AUDITOR, id: "tester" }, ENGINEER];
  expect(pointersOf({ ...common, role: "status" }, { agents })).toEqual(["I1 /role"]);
  expect(pointersOf({ ...common, role: "tester", tester: "three" }, { agents })).toEqual(["I1 /tester"]);
});
