/** Decides what a run says about the implementation as a whole. */

import type { BaselineResult, Report, RequirementResult } from "../../generated/report.js";
import { baselineFindings } from "../baseline/apply-baseline.js";
import type { Baseline } from "../baseline/baseline.js";
import type { Level } from "../contract/contract.js";
import { type CaseResult, type Judgement, judgementOf } from "../judge/result.js";
import type { RunPlan } from "./plan.js";

/** An open requirement was neither shown to be kept nor to be violated. */
const OPEN: ReadonlySet<string> = new Set(["not_observed", "not_applicable"]);

/**
 * An implementation conforms if every MUST in scope was observed and none is violated. Without a violation, but with some of
 * them unobserved because the implementation or its adapter does not offer what they need, it conforms as judged. A violated
 * SHOULD is reported, and fails a strict run. A MAY and an INFO are only reported.
 */
export function verdictOf(
  plan: RunPlan,
  results: readonly CaseResult[],
  requirements: readonly RequirementResult[],
): Report["verdict"] {
  const judgements = results.map(judgementOf);
  if (!judgements.some(isAnswer)) {
    return judgements.includes("errored") ? "adapter-error" : "nothing-judged";
  }
  if (isAgainst(plan, results, requirements)) return "does-not-conform";
  const binding = requirements.filter(({ level }) => level === "MUST");
  if (binding.some(({ status }) => OPEN.has(status))) return "conforms-as-judged";
  return results.some((result) => isUnjudged(result) && verifiesNothing(result, plan))
    ? "conforms-as-judged"
    : "conforms";
}

/** Whether the case came to a judgement about the implementation. */
function isAnswer(judgement: Judgement): boolean {
  return judgement !== "errored" && judgement !== "skipped";
}

/** Whether something speaks against the implementation. */
function isAgainst(plan: RunPlan, results: readonly CaseResult[], requirements: readonly RequirementResult[]): boolean {
  const binding: readonly Level[] = plan.strict ? ["MUST", "SHOULD"] : ["MUST"];
  return (
    requirements.some(
      (requirement) =>
        binding.includes(requirement.level) &&
        (requirement.status === "violated" || isStuck(requirement, requirements)),
    ) ||
    results.some((result) => {
      const judgement = judgementOf(result);
      if (judgement === "errored") return true;
      return (judgement === "failed" || judgement === "blocked") && verifiesNothing(result, plan);
    })
  );
}

/**
 * Whether the implementation refuses or fails what only prepares for a judgement, although no other requirement says why.
 * Otherwise, an implementation that refuses everything would conform.
 */
function isStuck({ status, blocked }: RequirementResult, requirements: readonly RequirementResult[]): boolean {
  return OPEN.has(status) && blocked !== undefined && !requirements.some(({ id }) => id === blocked.by);
}

/** Cases in the baseline count against the verdict, but do not fail the run. */
export function baselineResult(
  plan: RunPlan,
  baseline: Baseline,
  results: readonly CaseResult[],
  requirements: readonly RequirementResult[],
): BaselineResult {
  const ids = plan.controls().map((control) => control.id);
  const findings = baselineFindings(baseline, results, ids).map(({ code, where = "", message, remedy }) => ({
    code,
    place: where,
    message,
    remedy,
  }));
  const unlisted = results.filter(({ status }) => status !== "known_failing");
  const isNew = isAgainst(
    plan,
    unlisted,
    requirements.filter(({ known }) => known !== true),
  );
  const entries = [...baseline.entries.values()];
  return {
    file: baseline.file,
    failing: entries.filter(({ list }) => list === "failing").length,
    flaky: entries.filter(({ list }) => list === "flaky").length,
    holds: results.map(judgementOf).some(isAnswer) && !isNew && findings.length === 0,
    findings,
  };
}

/** Whether a case should have been judged but was not. */
function isUnjudged(result: CaseResult): boolean {
  return judgementOf(result) === "skipped" && result.notApplicable !== true;
}

/** A case that verifies no requirement of this run must pass, too. */
function verifiesNothing(result: CaseResult, plan: RunPlan): boolean {
  return !result.case.verifies.some((id) => plan.requirements.some((requirement) => requirement.id === id));
}
