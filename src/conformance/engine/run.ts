/** The engine: runs a plan and yields events. It prints nothing and never exits. */

import { setImmediate as nextTurn } from "node:timers/promises";
import { shuffled } from "../../base/shuffled.js";
import type { Case } from "../fixture/case.js";
import { type CaseResult, didNotPass } from "../judge/result.js";
import { watchFolder } from "../run/current-folder.js";
import { caseJudge, closeAdapter } from "../run/judge-cases.js";
import type { RunPlan } from "../run/plan.js";
import { buildReport } from "../run/report.js";
import type { RunEvent } from "../run/run-event.js";
import { inOrder } from "../run/schedule.js";
import { type Explored, explore, notExplored } from "./explore.js";

/**
 * Runs every case of the plan. The order of events does not depend on the number of jobs: `case-started` comes right before
 * `case-finished` of the same case, even if the case ran earlier. The last event has the report, in the order of the plan.
 */
export async function* run(plan: RunPlan): AsyncGenerator<RunEvent, void, void> {
  yield { type: "run-started", plan };
  const results = new Map<Case, CaseResult>();
  const strays = watchFolder(plan.cwd, plan.contract.stateRoot);
  const order = plan.shuffle === undefined ? plan.cases : shuffled(plan.cases, plan.shuffle);
  const judge = caseJudge(plan);
  const judgedBail = new Bail(plan.bail);
  const reportedBail = new Bail(plan.bail);
  const work = async (testCase: Case) => {
    // Lets timers, signals and the removal of workspaces run, even if an adapter never yields.
    await nextTurn();
    return judgedBail.count(await judge(testCase, judgedBail.isReached));
  };
  const outcomes = inOrder(order, plan.jobs, work);
  let explored: Explored | undefined;
  const inPlan = () => plan.cases.flatMap((testCase) => results.get(testCase) ?? []);
  try {
    for (const testCase of order) {
      yield { type: "case-started", case: testCase };
      const { value } = (await outcomes.next()) as IteratorYieldResult<CaseResult>;
      // A case that ran at the same time as the last failure before the limit is reported as skipped.
      const result = reportedBail.isReached ? await judge(testCase, true) : reportedBail.count(value);
      results.set(testCase, result);
      yield { type: "case-finished", result };
    }
    explored = await exploreAfter(inPlan(), plan);
    if (explored?.found !== undefined) {
      yield { type: "case-started", case: explored.found.case };
      yield { type: "case-finished", result: explored.found };
    }
  } finally {
    await outcomes.return();
    await closeAdapter(plan);
  }
  const all = [...inPlan(), ...(explored?.found === undefined ? [] : [explored.found])];
  yield { type: "run-finished", report: buildReport(plan, all, explored?.exploration, strays()), results: all };
}

/** Only an implementation that would conform is explored: differences of any other follow from what is known of it. */
async function exploreAfter(results: readonly CaseResult[], plan: RunPlan): Promise<Explored | undefined> {
  if (plan.explore === 0) return undefined;
  const { verdict, requirements } = buildReport(plan, results);
  if (verdict !== "conforms" && verdict !== "conforms-as-judged")
    return notExplored(plan, "they are made only once everything else conforms");
  const violated = new Set(requirements.flatMap(({ id, status }) => (status === "violated" ? [id] : [])));
  return explore(plan, (id) => violated.has(id));
}

/** Counts cases that did not pass, up to the limit of `--bail`. */
class Bail {
  private unsuccessful = 0;

  constructor(private readonly limit: number) {}

  get isReached(): boolean {
    return this.unsuccessful >= this.limit;
  }

  count(result: CaseResult): CaseResult {
    if (didNotPass(result)) this.unsuccessful += 1;
    return result;
  }
}
