import { expect, test } from "vitest";
import { writeFiles } from "../testing/temporary-folder.js";
import { counterAdapter } from "./testing/counter-contract.js";
import { FAULTY, reportOf } from "./testing/reports.js";

test("without being asked, a failing case tells what its last step did to the files, and no more", async () => {
  const report = await reportOf(FAULTY);
  const told = report.cases.map(({ id, changes, trace }) => [id, changes, trace]);
  expect(told).toContainEqual([
    "add_twice",
    [{ file: ".state/counter.json", before: '{"total":2}', after: '{"total":6}' }],
    undefined,
  ]);
  expect((await reportOf(counterAdapter())).cases.every(({ changes, trace }) => !changes && !trace)).toBe(true);
});

test("a trace holds what every step asked, was answered and changed", async () => {
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

test("a call that never returns still shows what it was asked", async () => {
  const [record] = (await reportOf(FAULTY, { run: ["reset*"], trace: true })).cases;
  expect(record).toMatchObject({ status: "errored", trace: [{ calls: [{ call: "reset", params: {} }] }] });
});

test("of a file of many megabytes the report shows the beginning", async () => {
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
