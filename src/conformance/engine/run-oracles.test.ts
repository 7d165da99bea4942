/** What a run looks at without being asked: answers, state files and the rest of the workspace. */

import { expect, test } from "vitest";
import { writeFiles } from "../../testing/temporary-folder.js";
import type { Adapter } from "../adapters/adapter.js";
import { counterAdapter, counterContract } from "../testing/counter-contract.js";
import { caseOf, read } from "../testing/counter-steps.js";
import type { ConformanceOptions } from "./run-conformance.js";
import { runConformance } from "./run-conformance.js";

const contract = counterContract();

function judge(adapter: Adapter, options: ConformanceOptions = {}) {
  return runConformance(adapter, { contract, ...options });
}

/** The status of each case, and the code of its first failure. */
async function outcomes(adapter: Adapter, options: ConformanceOptions = {}) {
  const report = await judge(adapter, options);
  return Object.fromEntries(report.cases.map(({ id, status, failures }) => [id, failures[0]?.code ?? status]));
}

test("an extra field is a note, and fails only a strict run", async () => {
  const adapter = counterAdapter({ read: () => ({ total: 0, extra: 1 }) });
  const report = await judge(adapter, { run: ["read_starts_at_zero"] });
  expect(report.cases[0]).toMatchObject({
    status: "passed",
    notes: ["read returns a field that the contract does not have: $.extra"],
  });
  expect(await outcomes(adapter, { run: ["read_starts_at_zero"], strict: true })).toEqual({
    read_starts_at_zero: "NXC_CASE_NOTE",
  });
});

test("an extra field that the state files already contained is not a note", async () => {
  const precondition = { state_files: { ".state/counter.json": { total: 3, x_unit: "pieces" } } };
  const fixture = caseOf([{ action: read, assert_return: { "$.total": 3 } }], { precondition });
  const contract = counterContract({ "tools/counter.json": fixture });
  const adapter = counterAdapter({ read: () => ({ total: 3, x_unit: "pieces", x_own: 1 }) });
  expect((await judge(adapter, { contract })).cases[0]?.notes).toEqual([
    "read returns a field that the contract does not have: $.x_own",
  ]);
});

test("an answer that has only unknown fields has another form as a whole", async () => {
  // The schema does not require the field that is asserted.
  const fixture = caseOf([{ action: read, assert_return: { "$.hint": "empty" } }], {
    verifies: ["counter.read.total"],
  });
  const report = await judge(counterAdapter({ read: () => ({ result: { total: 0, hint: "empty" } }) }), {
    contract: counterContract({ "tools/counter.json": fixture }),
  });
  expect(report.cases[0]?.failures).toMatchObject([{ code: "NXC_ORACLE_OUTPUT", path: "$" }]);
  expect(report.cases[0]?.blocked).toMatchObject([{ requirement: "counter.read.total" }]);
});

test("the output oracle finds an answer that breaks its schema without any assertion", async () => {
  const fixture = caseOf([{ action: read, assert_state: { ".state/counter.json": null } }]);
  const report = await judge(counterAdapter({ read: () => ({ total: -1 }) }), {
    contract: counterContract({ "tools/counter.json": fixture }),
  });
  expect(report.cases[0]?.failures).toEqual([
    {
      code: "NXC_ORACLE_OUTPUT",
      message: "the answer to read breaks its output schema at $.total: -1 must be >= 0",
      step: 0,
      path: "$.total",
      actual: -1,
      requirement: "counter.answers.schema",
    },
  ]);
  expect(report.requirements.find(({ id }) => id === "counter.answers.schema")?.status).toBe("violated");
});

test("the state oracle finds a file that breaks its schema, and blames only the call that broke it", async () => {
  const breaking = counterAdapter({
    reset: (_, workspace) => writeFiles(workspace, { ".state/counter.json": { total: 0, note: "mine" } }),
  });
  const report = await judge(breaking, { run: ["reset_returns_to_zero"] });
  expect(report.cases[0]?.failures).toEqual([
    {
      code: "NXC_ORACLE_STATE",
      message: 'after reset, .state/counter.json breaks its schema at $: unknown property "note"',
      step: 0,
      file: ".state/counter.json",
      path: "$.note",
      actual: "mine",
      requirement: "counter.files.schema",
    },
  ]);

  const precondition = { state_files: { ".state/counter.json": { total: 7, note: "theirs" } } };
  const carried = caseOf([{ action: { tool: "reset" }, assert_state: { ".state/counter.json": { "$.total": 0 } } }], {
    precondition,
  });
  const carrying = counterContract({ "tools/counter.json": carried });
  expect((await judge(breaking, { contract: carrying })).summary.cases.passed).toBe(1);
});

test("the tree oracle finds an unexpected file, and a refused call that changes a file", async () => {
  const littering = counterAdapter({
    read: (_, workspace) => {
      writeFiles(workspace, { ".state/read.log": "read\n" });
      return { total: 7 };
    },
    add: ({ by }, workspace) => {
      writeFiles(workspace, { ".state/counter.json": { total: 4, by } });
      throw new Error("too small");
    },
  });
  expect(await outcomes(littering, { run: ["read_returns_the_total", "add_nothing_is_refused"] })).toEqual({
    read_returns_the_total: "NXC_ORACLE_TREE",
    add_nothing_is_refused: "NXC_ORACLE_STATE",
  });
});

test("an implementation may write anything in its own harness folder", async () => {
  const logging = counterAdapter(
    {
      read: (_, workspace) => {
        writeFiles(workspace, { ".state/mine/read.log": "read\n" });
        return { total: 7 };
      },
    },
    { namespace: "mine" },
  );
  expect(await outcomes(logging, { run: ["read_returns_the_total"] })).toEqual({ read_returns_the_total: "passed" });
});

test("the implementation is not blamed for a file that somebody else breaks", async () => {
  const fixture = caseOf([
    { write_files: { ".state/counter.json": { text: '{"total": ' } } },
    { write_files: { ".state/counter.json": { total: 3 } } },
    { action: read, assert_return: { "$.total": 3 } },
  ]);
  const report = await judge(counterAdapter(), { contract: counterContract({ "tools/counter.json": fixture }) });
  expect(report.cases[0]).toMatchObject({ status: "passed", failures: [] });
});
