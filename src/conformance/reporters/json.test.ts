import { expect, test } from "vitest";
import { runConformance } from "../engine/run-conformance.js";
import { counterAdapter, counterContract } from "../testing/counter-contract.js";
import { checkReport } from "./json.js";

test("a report that breaks its schema is an error", async () => {
  const report = await runConformance(counterAdapter(), { contract: counterContract() });
  expect(() => checkReport({ ...report, verdict: "fine" })).toThrow(
    'the report breaks its schema at /verdict: "fine" is not one of',
  );
});
