/** Judges the cases of a plan. Expected refusals and events without effects count only with evidence that the tool works. */

import { withinLimit } from "../adapters/within-limit.js";
import { applyBaseline } from "../baseline/apply-baseline.js";
import type { Contract } from "../contract/contract.js";
import { isOption } from "../contract/level.js";
import type { Case } from "../fixture/case.js";
import type { CaseResult } from "../judge/result.js";
import { failure } from "../oracles/failure.js";
import { Workspace } from "../workspace/workspace.js";
import { Evidence } from "./evidence.js";
import { whatIsNotOffered } from "./offered.js";
import type { RunPlan } from "./plan.js";
import { runCase } from "./run-case.js";

/** Returns a function that judges one case of the plan, so that the caller can schedule the cases. */
export function caseJudge(plan: RunPlan): (testCase: Case, bailed?: boolean) => Promise<CaseResult> {
  const evidence = new Evidence(plan);
  return async (testCase, bailed = false) => {
    const result = await judgeCase(testCase, plan, evidence, bailed);
    return applyBaseline(
      failsOnlyOptions(result, plan.contract) ? { ...result, status: "not_taken" } : result,
      plan.baseline,
    );
  };
}

/** Whether all failures of a case concern what is optional. */
function failsOnlyOptions({ status, failures }: CaseResult, { requirements }: Contract): boolean {
  return (
    status === "failed" && failures.every(({ requirement = "" }) => isOption(requirements.get(requirement)?.level))
  );
}

/** Ignores errors of the adapter, because every case has been judged by then. */
export async function closeAdapter({ adapter, timeout, guardedFolders, ownHome }: RunPlan): Promise<void> {
  await withinLimit(() => adapter.close?.(), "close", timeout).catch(() => undefined);
  ownHome?.leave();
  await Workspace.removed();
  await guardedFolders.remove();
}

async function judgeCase(testCase: Case, plan: RunPlan, evidence: Evidence, bailed: boolean): Promise<CaseResult> {
  const skipped = {
    case: testCase,
    status: "skipped",
    durationMs: 0,
    failures: [],
    blocked: [],
    notes: [],
    worked: new Set<string>(),
  } as const;
  const notOffered = whatIsNotOffered(testCase, plan.adapter);
  if (notOffered !== undefined) return { ...skipped, ...notOffered };
  if (bailed) return { ...skipped, reason: `the run stopped after ${plan.bail} cases that did not pass (--bail)` };

  const result = withNotes(await runCase(testCase, plan.adapter, plan.contract, plan), plan);
  evidence.record(result);
  return result.status === "passed" || result.status === "failed" ? evidence.applied(result) : result;
}

/** In a strict run, a field that the contract does not have violates the requirement of answers. */
function withNotes(result: CaseResult, { strict, contract: { oracles } }: RunPlan): CaseResult {
  if (!strict || result.notes.length === 0 || result.status !== "passed") return result;
  const requirement = oracles.output ?? result.case.about;
  const details = { step: 0, ...(requirement === undefined ? {} : { requirement }) };
  const failures = result.notes.map((problem) => failure("NXC_CASE_NOTE", { problem }, details));
  return { ...result, status: "failed", failures: [...result.failures, ...failures] };
}
