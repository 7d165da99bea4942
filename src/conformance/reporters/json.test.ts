import { expect, test } from "vitest";
import { runConformance } from "../engine/run-conformance.js";
import { counterAdapter, counterContract } from "../testing/counter-contract.js";
import { checkReport, jsonReporter } from "./json.js";

test("the JSON report is written once and is valid against its schema", async () => {
  const parts: string[] = [];
  const reporter = jsonReporter({ write: (text) => parts.push(text), color: false });
  const report = await runConformance(counterAdapter({ read: () => ({}) }), {
    contract: counterContract(),
    onEvent: (event) => reporter.handle(event),
  });
  expect(parts).toHaveLength(1);
  expect(JSON.parse(parts[0]!)).toEqual(JSON.parse(JSON.stringify(report)));
  expect(report.summary.cases.failed).toBe(2);
});

test("a report that breaks its schema is an error", async () => {
  const report = await runConformance(counterAdapter(), { contract: counterContract() });
  expect(() => checkReport({ ...report, verdict: "fine" })).toThrow(
    'the report breaks its schema at /verdict: "fine" is not one of',
  );
});
