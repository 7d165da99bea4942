import { expect, test } from "vitest";
import { writeFiles } from "../../testing/temporary-folder.js";
import { runConformance } from "../engine/run-conformance.js";
import { counterAdapter, counterContract } from "../testing/counter-contract.js";
import { add, caseOf } from "../testing/counter-steps.js";
import { FAULTY, reportOf } from "../testing/reports.js";

test("without a trace, a failing case reports only the file changes of its last step", async () => {
  const report = await reportOf(FAULTY);
  const told = report.cases.map(({ id, changes, trace }) => [id, changes, trace]);
  expect(told).toContainEqual([
    "add_twice",
    [{ file: ".state/counter.json", before: '{"total":2}', after: '{"total":6}' }],
    undefined,
  ]);
  expect((await reportOf(counterAdapter())).cases.every(({ changes, trace }) => !changes && !trace)).toBe(true);
});

test("a trace has the calls, answers and file changes of every step", async () => {
  const [record] = (await reportOf(counterAdapter(), { run: ["add_nothing*"], trace: true })).cases;
  expect(record).toMatchObject({ status: "passed" });
  expect(record?.trace).toEqual([
    {
      step: 0,
      kind: "add",
      calls: [{ call: "add", params: { by: 0 }, refusal: { message: "by must be 1 or more, not 0" } }],
      changes: [],
    },
  ]);
});

test("a trace shows the parameters of a call that never returns", async () => {
  const [record] = (await reportOf(FAULTY, { run: ["reset*"], trace: true })).cases;
  expect(record).toMatchObject({ status: "errored", trace: [{ calls: [{ call: "reset", params: {} }] }] });
});

test("a report contains only the beginning of a large file", async () => {
  const adapter = counterAdapter({
    add: (_, workspace) => {
      writeFiles(workspace, { ".state/counter.json": "x".repeat(5_000_000) });
      return { total: 1 };
    },
  });
  const [record] = (await reportOf(adapter, { run: ["add_twice"] })).cases;
  expect(record?.changes).toEqual([
    { file: ".state/counter.json", before: null, after: `${"x".repeat(100_000)}… (5000000 characters)` },
  ]);
});

test("a trace shows the answer to each concurrent call", async () => {
  const each = { action: add(1) };
  const contract = counterContract({ "tools/counter.json": caseOf([{ concurrent: [each, each] }]) });
  const { cases } = await runConformance(counterAdapter(), { contract, trace: true });
  expect(cases[0]?.trace).toMatchObject([
    {
      kind: "concurrent",
      calls: [
        { call: "add", params: { by: 1 }, answer: { total: 1 } },
        { call: "add", params: { by: 1 }, answer: { total: 2 } },
      ],
    },
  ]);
});

test("a failed wait shows what the calls before it changed", async () => {
  const steps = [{ action: add(1) }, { wait: 1, assert_state: { ".state/counter.json": { "$.total": 5 } } }];
  const contract = counterContract({ "tools/counter.json": caseOf(steps) });
  const { cases } = await runConformance(counterAdapter(), { contract });
  expect(cases[0]?.changes).toEqual([
    { file: ".state/counter.json", before: null, after: expect.stringContaining('"total": 1') },
  ]);
});
