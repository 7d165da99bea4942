import { runConformance } from "nexus-core";
import { expect, test } from "vitest";
import adapter from "./adapter.js";

test("the harness conforms to profile minimal of the core contract", async () => {
  const report = await runConformance(adapter, { profile: "minimal" });
  expect(report.cases.filter(({ status }) => status !== "passed")).toEqual([]);
  expect(report.verdict).toBe("conforms");
});

test.each(["lifecycle", "decisions"])("the harness passes all cases of %s", async (folder) => {
  const report = await runConformance(adapter, { profile: "full", run: [`core/${folder}/**`] });
  expect(report.cases.filter(({ status }) => status !== "passed")).toEqual([]);
  expect(report.verdict).toBe("conforms");
});
