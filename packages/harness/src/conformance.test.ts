/** Runs the whole contract once against the harness as a module. */

import { type CoverageReport, coverageOf, planFor, type Report, run } from "nexus-core";
import { beforeAll, expect, test } from "vitest";
import adapter from "./adapter.js";

let report: Report;
let coverage: CoverageReport;
beforeAll(async () => {
  const plan = planFor(adapter, { profile: "all", strict: true, coverage: true, seed: 20 });
  for await (const event of run(plan)) {
    if (event.type === "run-finished") [report, coverage] = [event.report, coverageOf(plan, event)];
  }
}, 600_000);

test("the harness conforms and meets every SHOULD", () => {
  const others = report.cases.filter(({ status }) => status !== "passed");
  // A module cannot be killed; test/adapters/four-forms.long.test.ts covers these cases with processes.
  expect(new Set(others.map(({ status, reason }) => `${status}: ${reason}`))).toEqual(
    new Set(["skipped: it needs a process that can be ended: reach it through module:, lines: or mcp-stdio:"]),
  );
  expect(report.cases.flatMap(({ notes = [] }) => notes)).toEqual([]);
  expect(report.verdict).toBe("conforms-as-judged");
});

test("every memory requirement is observed and met", () => {
  const memory = report.requirements.filter(({ id }) => /^core\.(memory_store|rule_store|memory_gc)\./.test(id));
  expect(memory.length).toBeGreaterThan(35);
  expect(memory.filter(({ status }) => status !== "conforming")).toEqual([]);
});

test("an implementation without a process skips the crash requirements", () => {
  const idsOf = (status: string) => report.requirements.filter((each) => each.status === status).map(({ id }) => id);
  expect({ not_applicable: idsOf("not_applicable"), not_observed: idsOf("not_observed") }).toEqual({
    not_applicable: ["core.state.atomic-writes", "core.state.concurrent-calls", "core.task_close.atomic"],
    not_observed: [],
  });
  // No contract tool writes such a file.
  expect(idsOf("untested")).toEqual(["core.outputs.own-extensions", "core.hooks.mapping-document"]);
});

test("every field, refusal, choice and cell of the contract is asserted by its cases", () => {
  expect(coverage.findings).toEqual([]);
  const kinds = ["requirements", "refusals", "answers", "state", "values", "parameters", "choices", "tables"];
  expect(coverage.kinds.map(({ kind, percent }) => ({ kind, percent }))).toEqual(
    expect.arrayContaining(kinds.map((kind) => ({ kind, percent: 100 }))),
  );
  expect(coverage.kinds.filter(({ percent }) => percent < 100)).toEqual([]);
});
