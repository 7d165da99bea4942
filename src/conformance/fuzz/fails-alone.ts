/** Whether a difference that was found among many others shows in a case of its own. */

import type { Case } from "../fixture/case.js";
import { type Judgement, judgementOf } from "../judge/result.js";
import { caseJudge } from "../run/judge-cases.js";
import type { RunPlan } from "../run/plan.js";

/** How often a case is tried that need not come to the same every time. */
const TRIES = 10;

/** Whether the case is judged in the wanted way: one that does not apply, or fails otherwise, shows nothing. */
export async function failsAlone(testCase: Case, wanted: Judgement, plan: RunPlan): Promise<boolean> {
  const controls = () => [testCase, ...plan.controls()];
  const judge = caseJudge({ ...plan, cases: [testCase], controls, strict: false, baseline: undefined });
  const depends = testCase.steps.some(({ kind }) => kind === "concurrent" || kind === "restart");
  for (let left = depends ? TRIES : 1; left > 0; left -= 1) {
    if (judgementOf(await judge(testCase)) === wanted) return true;
  }
  return false;
}
