import { runConformance } from "nexus-core";
import { expect, test } from "vitest";
import adapter from "./adapter.js";

test("the harness conforms to profile minimal of the core contract", async () => {
  const report = await runConformance(adapter, { profile: "minimal" });
  expect(report.cases.filter(({ status }) => status !== "passed")).toEqual([]);
  expect(report.verdict).toBe("conforms");
});

test("the harness takes every lifecycle event as the contract says", async () => {
  const report = await runConformance(adapter, { profile: "lifecycle", run: ["core/lifecycle/**"] });
  expect(report.cases.filter(({ status }) => status !== "passed")).toEqual([]);
  expect(report.verdict).toBe("conforms");
});
