/** Checks whether a difference also shows in a case of its own. */

import type { Case } from "../fixture/case.js";
import { type CaseResult, type Judgement, judgementOf } from "../judge/result.js";
import { caseJudge } from "../run/judge-cases.js";
import type { RunPlan } from "../run/plan.js";

/** Attempts with a case whose outcome may vary. */
const TRIES = 10;

/** A result with the wanted judgement. A case that is skipped or fails in another way does not show the difference. */
export async function failsAlone(testCase: Case, wanted: Judgement, plan: RunPlan): Promise<CaseResult | undefined> {
  const controls = () => [testCase, ...plan.controls()];
  const judge = caseJudge({ ...plan, cases: [testCase], controls, strict: false, baseline: undefined });
  const mayVary = testCase.steps.some(({ kind }) => kind === "concurrent" || kind === "restart");
  for (let left = mayVary ? TRIES : 1; left > 0; left -= 1) {
    const result = await judge(testCase);
    if (judgementOf(result) === wanted) return result;
  }
  return undefined;
}
