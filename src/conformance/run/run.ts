/** The engine: runs a plan and reports what happens as events. It prints nothing and never exits. */

import { setImmediate as turn } from "node:timers/promises";
import type { Case } from "../fixture/case.js";
import type { CaseResult } from "../judge/result.js";
import { caseJudge, closeAdapter } from "./judge-cases.js";
import type { RunPlan } from "./plan.js";
import { buildReport, type Report } from "./report.js";
import { inOrder, shuffled } from "./schedule.js";

export type RunEvent =
  | { readonly type: "run-started"; readonly plan: RunPlan }
  | { readonly type: "case-started"; readonly case: Case }
  | { readonly type: "case-finished"; readonly result: CaseResult }
  | { readonly type: "run-finished"; readonly report: Report; readonly results: readonly CaseResult[] };

/**
 * Runs every case of the plan. Whatever its number of jobs, the same events come in the same order: a case is said to
 * have started when it is the next to be told of. The last event carries the report, which is in the order of the plan.
 */
export async function* run(plan: RunPlan): AsyncGenerator<RunEvent, void, void> {
  yield { type: "run-started", plan };
  const results = new Map<Case, CaseResult>();
  const order = plan.seed === undefined ? plan.cases : shuffled(plan.cases, plan.seed);
  const judge = caseJudge(plan);
  const found = new Bail(plan.bail);
  const told = new Bail(plan.bail);
  const work = async (testCase: Case) => {
    // Timers, signals and the removal of earlier workspaces get their turn, however busy an adapter keeps the process.
    await turn();
    return found.count(await judge(testCase, found.isReached));
  };
  const outcomes = inOrder(order, plan.jobs, work);
  try {
    for (const testCase of order) {
      yield { type: "case-started", case: testCase };
      const { value } = (await outcomes.next()) as IteratorYieldResult<CaseResult>;
      // Cases that were under way at the time of the last one that counted are not told of.
      const result = told.isReached ? await judge(testCase, true) : told.count(value);
      results.set(testCase, result);
      yield { type: "case-finished", result };
    }
  } finally {
    await outcomes.return();
    await closeAdapter(plan);
  }
  const inPlan = plan.cases.flatMap((testCase) => results.get(testCase) ?? []);
  yield { type: "run-finished", report: buildReport(plan, inPlan), results: inPlan };
}

/** Counts the cases that did not pass, up to the number at which a run stops. */
class Bail {
  private unsuccessful = 0;

  constructor(private readonly limit: number) {}

  get isReached(): boolean {
    return this.unsuccessful >= this.limit;
  }

  count(result: CaseResult): CaseResult {
    if (result.status === "failed" || result.status === "errored") this.unsuccessful += 1;
    return result;
  }
}
