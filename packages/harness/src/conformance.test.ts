import { runConformance } from "nexus-core";
import { expect, test } from "vitest";
import adapter from "./adapter.js";

test("the harness conforms to profile tools of the core contract, and to every SHOULD of it", async () => {
  const report = await runConformance(adapter, { profile: "tools", strict: true });
  const others = report.cases.filter(({ status }) => status !== "passed");
  // Over a module nothing can be killed; test/four-forms.test.ts judges these over processes.
  expect(new Set(others.map(({ status, reason }) => `${status}: ${reason}`))).toEqual(
    new Set(["skipped: the adapter offers no process"]),
  );
  expect(report.cases.flatMap(({ notes }) => notes)).toEqual([]);
  expect(report.verdict).toBe("conforms");
});

test("the harness takes every lifecycle event as the contract says", async () => {
  const report = await runConformance(adapter, { profile: "lifecycle", run: ["core/lifecycle/**"] });
  expect(report.cases.filter(({ status }) => status !== "passed")).toEqual([]);
  expect(report.verdict).toBe("conforms");
});
