/** The whole kit in one call, for a test of one's own. */

import type { Adapter } from "../adapters/adapter.js";
import { planRun, type RunOptions } from "./plan.js";
import type { Report } from "./report.js";
import { type RunEvent, run } from "./run.js";

export interface ConformanceOptions extends RunOptions {
  /** Called with every event of the run, in order. */
  readonly onEvent?: (event: RunEvent) => void;
}

/**
 * Judges an implementation and returns the report, whose `verdict` says whether it conforms.
 * @param adapter an adapter, or the form in which a command line names one (`module:./adapter.mjs`)
 * @throws NexusError when the contract, a fixture, the selection or the adapter is unusable; never for what the
 *   implementation does
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
