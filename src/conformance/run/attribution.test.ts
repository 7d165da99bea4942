/** Which requirement a case convicts, and what it leaves open. */

import { expect, test } from "vitest";
import { writeFiles } from "../../testing/temporary-folder.js";
import type { Adapter } from "../adapters/adapter.js";
import { type ConformanceOptions, runConformance } from "../engine/run-conformance.js";
import { COUNTER, counterAdapter, counterContract } from "../testing/counter-contract.js";
import { add, caseOf, read } from "../testing/counter-steps.js";

const FILE = ".state/counter.json";
const SUMS = "counter.add.sums";
const TOTAL = "counter.read.total";
const POSITIVE = "counter.add.positive";

/** The status of each case and requirement; for one that is blocked, by what. */
async function judge(fixtures: object | undefined, adapter: Adapter, options: ConformanceOptions = {}) {
  const contract = counterContract(fixtures === undefined ? {} : { "tools/counter.json": fixtures });
  const { cases, requirements, verdict } = await runConformance(adapter, { contract, ...options });
  const judged = requirements.map(({ id, status, blocked }) => [id, blocked === undefined ? status : blocked]);
  return {
    verdict,
    cases: cases.map(({ status }) => status),
    ...(Object.fromEntries(judged) as Readonly<Record<string, unknown>>),
  };
}

/** The answer counts for one requirement, the file for another. */
const GROUPED = {
  test_id: "grouped",
  description: "An addition is answered and kept",
  verifies: SUMS,
  action: add(2),
  postcondition: { return_value: { "$.total": 2 } },
  expect: [{ for: TOTAL, state: { [FILE]: { "$.total": 2 } } }],
};
const run = ["grouped"];
const answersWrongly = additions({ answered: 9, kept: 2 });
const keepsWrongly = additions({ answered: 2, kept: 9 });

function additions({ answered, kept }: { readonly answered: number; readonly kept: number }): Adapter {
  return counterAdapter({
    add: (_, workspace) => {
      writeFiles(workspace, { [FILE]: { total: kept } });
      return { total: answered };
    },
  });
}

test("each group convicts only the requirement that it is for", async () => {
  const kept = { cases: ["failed"], [SUMS]: "conforming", [TOTAL]: "violated" };
  expect(await judge(GROUPED, keepsWrongly, { run })).toMatchObject(kept);
  const answered = { cases: ["failed"], [SUMS]: "violated", [TOTAL]: "conforming" };
  expect(await judge(GROUPED, answersWrongly, { run })).toMatchObject(answered);
});

test("a refusal violates the requirement of the case, and blocks its groups and the steps after it", async () => {
  const steps = [
    { action: add(2), assert_return: { "$.total": 2 }, expect: GROUPED.expect },
    { action: add(0), expect: [{ for: POSITIVE, error: true }] },
  ];
  const refusing = counterAdapter({ add: () => Promise.reject(new Error("busy")) });
  const blocked = { by: SUMS, cases: 1 };
  const expected = { cases: ["failed"], [SUMS]: "violated", [TOTAL]: blocked, [POSITIVE]: blocked };
  expect(await judge(caseOf(steps, { verifies: SUMS }), refusing)).toMatchObject(expected);
});

test("a refusal violates the group that says that the call is accepted", async () => {
  const accepted = { ...GROUPED, expect: [{ for: TOTAL, error: false }] };
  const refusing = counterAdapter({ add: () => Promise.reject(new Error("busy")) });
  expect(await judge(accepted, refusing)).toMatchObject({ [SUMS]: { by: TOTAL, cases: 1 }, [TOTAL]: "violated" });
});

test("a refusal of a call that only prepares blocks the case", async () => {
  const steps = [{ action: add(1) }, { action: read, assert_return: { "$.total": 1 } }];
  const refusing = counterAdapter({ add: () => Promise.reject(new Error("busy")) });
  expect(await judge(caseOf(steps, { verifies: TOTAL }), refusing, { run: ["steps"] })).toEqual({
    verdict: "does-not-conform",
    cases: ["blocked"],
    [TOTAL]: { by: "add was refused: busy", cases: 1 },
  });
});

test("a field that answers lack convicts the requirement of answers alone, and refusals still count", async () => {
  const lacking = counterAdapter({
    add: (params, workspace) => {
      COUNTER["add"]!(params, workspace);
      return {};
    },
  });
  expect(await judge(undefined, lacking, { run: ["add_*"] })).toMatchObject({
    cases: ["failed", "passed"],
    [SUMS]: { by: "counter.answers.schema", cases: 1 },
    [POSITIVE]: "conforming",
    "counter.answers.schema": "violated",
    "counter.files.schema": { by: "counter.answers.schema", cases: 1 },
  });
});

test("an answer that names no file blocks what is asserted of that file", async () => {
  const steps = [
    { action: add(1), capture: { file: "$.total" } },
    { action: read, assert_state: { "{{file}}": { "$.total": 1 } } },
  ];
  const naming = counterAdapter({ add: () => ({ total: { file: FILE } }) });
  expect(await judge(caseOf(steps, { verifies: TOTAL }), naming)).toMatchObject({
    cases: ["failed"],
    [TOTAL]: { by: "counter.answers.schema", cases: 1 },
    "counter.answers.schema": "violated",
  });
});

test("what is compared with an answer that breaks its schema is blocked by that answer", async () => {
  const steps = [
    { action: add(1), capture: { total: "$.total" } },
    { action: read, expect: [{ for: SUMS, state: { [FILE]: { "$.total": { same_as: "total" } } } }] },
  ];
  const spelling = counterAdapter({
    add: (params, workspace) => {
      COUNTER["add"]!(params, workspace);
      return { total: "one" };
    },
  });
  expect(await judge(caseOf(steps, { verifies: TOTAL }), spelling)).toMatchObject({
    [SUMS]: { by: "counter.answers.schema", cases: 1 },
    "counter.answers.schema": "violated",
  });
});

test("answers at once that all lack a field are not told apart by it", async () => {
  const step = {
    concurrent: { times: 2, each: { action: add(1) } },
    assert_outcomes: { ok: 2, distinct: ["$.total"] },
  };
  const silent = counterAdapter({ add: () => ({}) });
  expect(await judge(caseOf([step], { verifies: SUMS }), silent)).toMatchObject({
    [SUMS]: { by: "counter.answers.schema", cases: 1 },
    "counter.answers.schema": "violated",
  });
});

test("a raw error in place of a refusal shows nothing", async () => {
  const crashing = counterAdapter({
    add: (params, workspace) => {
      if (params["by"] === 0) throw new Error("ENOENT: no such file or directory, open 'x'");
      return COUNTER["add"]!(params, workspace);
    },
  });
  const reason = "add ended with an error of its language or system, which is not a refusal: ENOENT: no such file";
  expect(await judge(undefined, crashing, { run: ["add_nothing*"] })).toEqual({
    verdict: "does-not-conform",
    cases: ["blocked"],
    [POSITIVE]: { by: expect.stringContaining(reason), cases: 1 },
  });
});

test("a tool that never works violates the requirement of its simplest case alone, whatever is selected", async () => {
  const refusing = counterAdapter({ read: () => Promise.reject(new Error("busy")) });
  const blocked = { "counter.read.zero": { by: TOTAL, cases: 1 } };
  const both = { cases: ["failed", "blocked"], [TOTAL]: "violated", ...blocked };
  expect(await judge(undefined, refusing, { run: ["read_*"] })).toMatchObject(both);
  expect(await judge(undefined, refusing, { run: ["read_starts*"] })).toMatchObject({ cases: ["blocked"], ...blocked });
});

test("a tool that never works in concurrent calls is judged in the same way", async () => {
  const concurrent = { times: 3, each: { action: add(1) } };
  const assert_state = { ".state/counter.json": { "$.total": 3 } };
  const outcomes = caseOf([{ concurrent, assert_outcomes: { ok: 3 }, assert_state }], { verifies: TOTAL });
  const once = { ...GROUPED, test_id: "once", expect: undefined };
  const refusing = counterAdapter({ add: () => Promise.reject(new Error("busy")) });
  const expected = { cases: ["blocked", "failed"], [SUMS]: "violated", [TOTAL]: { by: SUMS, cases: 1 } };
  expect(await judge([outcomes, once], refusing)).toMatchObject(expected);
});

test.each<[string, ConformanceOptions, string]>([
  ["--level", { level: "MUST" }, "counter.read.zero"],
  ["--requirement", { requirements: [SUMS] }, TOTAL],
])("a violated requirement that %s leaves out does not count in the verdict", async (_, options, requirement) => {
  const grouped = { ...GROUPED, expect: [{ ...GROUPED.expect[0], for: requirement }] };
  expect(await judge(grouped, keepsWrongly, { ...options, run })).toEqual({
    verdict: "conforms",
    cases: ["failed"],
    [SUMS]: "conforming",
  });
});
