import { expect } from "vitest";
import type { Adapter } from "../adapters/adapter.js";
import type { ConformanceOptions } from "../engine/run-conformance.js";
import { runConformance } from "../engine/run-conformance.js";

/** Expects that no case passes, no requirement is conforming, and the verdict is not `conforms`. */
export async function expectNoPass(fake: Adapter, options: ConformanceOptions): Promise<void> {
  const report = await runConformance(fake, { timeout: 20, jobs: 64, ...options });
  expect(report.cases.filter(({ status }) => status === "passed").map(({ id }) => id)).toEqual([]);
  expect(
    report.requirements.filter(({ status }) => status === "conforming" || status === "taken").map(({ id }) => id),
  ).toEqual([]);
  expect(report.verdict).not.toBe("conforms");
}
