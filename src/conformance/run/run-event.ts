import type { Case } from "../fixture/case.js";
import type { CaseResult } from "../judge/result.js";
import type { RunPlan } from "./plan.js";
import type { Report } from "./report.js";

/** What happens in a run, in its order. */
export type RunEvent =
  | { readonly type: "run-started"; readonly plan: RunPlan }
  | { readonly type: "case-started"; readonly case: Case }
  | { readonly type: "case-finished"; readonly result: CaseResult }
  | { readonly type: "run-finished"; readonly report: Report; readonly results: readonly CaseResult[] };
