/** Runs the whole kit in one call, for use in tests. */

import type { Adapter } from "../adapters/adapter.js";
import { planRun, type RunOptions } from "../run/plan.js";
import type { Report } from "../run/report.js";
import type { RunEvent } from "../run/run-event.js";
import { run } from "./run.js";

export interface ConformanceOptions extends RunOptions {
  /** Called with every event of the run, in order. */
  readonly onEvent?: (event: RunEvent) => void;
}

/**
 * Judges an implementation. The `verdict` of the report says whether it conforms.
 * @param adapter an adapter, or its form on the command line (`module:./adapter.mjs`)
 * @throws NexusError if the contract, a fixture, the selection or the adapter is unusable; never for errors of the
 *   implementation
 * @example
 * const report = await runConformance(adapter, { profile: "minimal" });
 * expect(report.verdict).toBe("conforms");
 */
export async function runConformance(adapter: Adapter | string, options: ConformanceOptions = {}): Promise<Report> {
  const plan = await planRun(adapter, options);
  for await (const event of run(plan)) {
    options.onEvent?.(event);
    if (event.type === "run-finished") return event.report;
  }
  throw new Error("the run ended without a report");
}
