/** Builds the report of a run from the plan and the results. */

import { packageVersion } from "../../base/package-root.js";
import type {
  BaselineResult,
  CaseResult as CaseRecord,
  Report,
  RequirementCounts,
  RequirementResult,
} from "../../generated/report.js";
import { baselineFindings } from "../baseline/apply-baseline.js";
import type { Baseline } from "../baseline/baseline.js";
import type { Level, Requirement } from "../contract/contract.js";
import { type BaselineEntry, type CaseResult, type Judgement, judgementOf } from "../judge/result.js";
import { symptomsOf } from "../judge/symptoms.js";
import { type Failure, violatesOnlyItsRequirement } from "../oracles/failure.js";
import type { RunPlan } from "./plan.js";
import { reproLine } from "./repro.js";

export type { CaseResult as CaseRecord, Failure as FailureRecord, Report } from "../../generated/report.js";
export type Verdict = Report["verdict"];

/** Totals come from the plan, so cases that did not run are counted as not observed. */
export function buildReport(plan: RunPlan, results: readonly CaseResult[]): Report {
  const requirements = requirementsInScope(plan, results).map((requirement): RequirementResult => {
    const observing = results.filter((result) => concerns(result, requirement.id));
    return {
      id: requirement.id,
      level: requirement.level,
      text: requirement.text,
      status: requirement.untested === undefined ? statusOf(observing, requirement.id) : "untested",
      ...(isKnown(observing) ? { known: true } : {}),
      cases: observing.map((result) => result.case.id),
    };
  });
  const count = (status: CaseResult["status"]) => results.filter((result) => result.status === status).length;
  const { name, version } = plan.adapter;
  const symptoms = symptomsOf(results);
  return {
    report_version: "1.0",
    kit_version: packageVersion,
    contract: plan.contract.id,
    contract_version: plan.contract.version,
    profile: plan.profile,
    implementation: { name, ...(version === undefined ? {} : { version }) },
    adapter: plan.adapterForm,
    ...(plan.seed === undefined ? {} : { seed: plan.seed }),
    ...(Object.keys(plan.mapping).length === 0 ? {} : { mapping: plan.mapping }),
    verdict: verdictOf(plan, results, requirements),
    summary: {
      cases: {
        total: plan.cases.length,
        passed: count("passed"),
        failed: count("failed"),
        errored: count("errored"),
        skipped: count("skipped"),
        known_failing: count("known_failing"),
        unexpectedly_passing: count("unexpectedly_passing"),
      },
      requirements: {
        MUST: countsOf(requirements, "MUST"),
        SHOULD: countsOf(requirements, "SHOULD"),
        MAY: countsOf(requirements, "MAY"),
      },
    },
    ...(plan.baseline === undefined ? {} : { baseline: baselineResult(plan, plan.baseline, results, requirements) }),
    ...(symptoms.length === 0 ? {} : { symptoms }),
    requirements,
    cases: results.map((result) => caseRecord(result, plan)),
  };
}

/** The selected requirements, and those that an oracle found violated, because oracles check every step. */
function requirementsInScope(plan: RunPlan, results: readonly CaseResult[]): readonly Requirement[] {
  const seen = new Set(results.flatMap(({ failures }) => failures.map(({ requirement }) => requirement)));
  const unselected = [...plan.contract.requirements.values()].filter(
    (requirement) => seen.has(requirement.id) && !plan.requirements.includes(requirement),
  );
  return [...plan.requirements, ...unselected];
}

/** A case concerns the requirements that it verifies, and those that an oracle found violated in it. */
function concerns(result: CaseResult, requirement: string): boolean {
  return (
    result.case.verifies.includes(requirement) || result.failures.some((failure) => failure.requirement === requirement)
  );
}

function statusOf(observing: readonly CaseResult[], requirement: string): RequirementResult["status"] {
  const judgements = observing.map((result) => judgementFor(result, requirement));
  if (judgements.includes("failed")) return "violated";
  // A single case that could not be judged leaves the requirement open.
  if (judgements.includes("errored")) return "not_observed";
  if (judgements.includes("passed")) return "conforming";
  const isNotApplicable = observing.length > 0 && observing.every(({ notApplicable }) => notApplicable === true);
  return isNotApplicable ? "not_applicable" : "not_observed";
}

/** The judgement of a case about one requirement. Some failures concern only another requirement. */
function judgementFor(result: CaseResult, requirement: string): Judgement {
  const judgement = judgementOf(result);
  const isOfOthers = (failure: Failure) => violatesOnlyItsRequirement(failure) && failure.requirement !== requirement;
  return judgement === "failed" && result.failures.every(isOfOthers) ? "passed" : judgement;
}

/** Whether the baseline lists all cases that count against a requirement. */
function isKnown(observing: readonly CaseResult[]): boolean {
  const against = observing.filter(({ status }) => ["failed", "errored", "known_failing"].includes(status));
  return against.length > 0 && against.every(({ status }) => status === "known_failing");
}

function countsOf(requirements: readonly RequirementResult[], level: Level): RequirementCounts {
  const ofLevel = requirements.filter((requirement) => requirement.level === level);
  const count = (status: RequirementResult["status"]) =>
    ofLevel.filter((requirement) => requirement.status === status).length;
  return {
    total: ofLevel.length - count("untested"),
    conforming: count("conforming"),
    violated: count("violated"),
    not_observed: count("not_observed"),
    not_applicable: count("not_applicable"),
    untested: count("untested"),
  };
}

/**
 * An implementation conforms if every MUST in scope was observed and none is violated. A violated SHOULD is reported, and
 * fails a strict run. A violated MAY is only reported.
 */
function verdictOf(plan: RunPlan, results: readonly CaseResult[], requirements: readonly RequirementResult[]): Verdict {
  const judgements = results.map(judgementOf);
  if (!judgements.includes("passed") && !judgements.includes("failed")) {
    return judgements.includes("errored") ? "adapter-error" : "nothing-judged";
  }
  return isOpen(plan, results, requirements) || judgements.includes("errored") ? "does-not-conform" : "conforms";
}

function isOpen(plan: RunPlan, results: readonly CaseResult[], requirements: readonly RequirementResult[]): boolean {
  const binding: readonly Level[] = plan.strict ? ["MUST", "SHOULD"] : ["MUST"];
  const open = requirements.some(
    ({ level, status }) => binding.includes(level) && (status === "violated" || status === "not_observed"),
  );
  return open || results.some((result) => leavesOpen(result) && verifiesNothing(result, plan));
}

/** Cases in the baseline count against the verdict, but do not fail the run. */
function baselineResult(
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
  const isJudged = results.map(judgementOf).some((judgement) => judgement === "passed" || judgement === "failed");
  const isNew =
    unlisted.some(({ status }) => status === "errored") ||
    isOpen(
      plan,
      unlisted,
      requirements.filter(({ known }) => known !== true),
    );
  const entries = [...baseline.entries.values()];
  return {
    file: baseline.file,
    failing: entries.filter(({ list }) => list === "failing").length,
    flaky: entries.filter(({ list }) => list === "flaky").length,
    holds: isJudged && !isNew && findings.length === 0,
    findings,
  };
}

/** Whether a case failed, or should have been judged but was not. */
function leavesOpen(result: CaseResult): boolean {
  const judgement = judgementOf(result);
  return judgement === "failed" || (judgement === "skipped" && result.notApplicable !== true);
}

/** A case that verifies no requirement of this run must pass, too. */
function verifiesNothing(result: CaseResult, plan: RunPlan): boolean {
  return !result.case.verifies.some((id) => plan.requirements.some((requirement) => requirement.id === id));
}

/** The entry of a case in the report. */
export function caseRecord(result: CaseResult, plan: RunPlan): CaseRecord {
  const { case: testCase, status, failures, notes, reason, known, changes, trace, workspace, durationMs } = result;
  return {
    id: testCase.id,
    name: testCase.name,
    file: `${testCase.file}:${testCase.line}`,
    description: testCase.description,
    verifies: [...testCase.verifies],
    status,
    steps: testCase.steps.length,
    ...(reason === undefined ? {} : { reason }),
    ...(known === undefined ? {} : { known: knownCase(known.entry) }),
    duration_ms: Math.round(durationMs * 10) / 10,
    failures: failures.map((failure) => ({ ...failure })),
    notes: [...notes],
    ...(changes === undefined ? {} : { changes }),
    ...(trace === undefined ? {} : { trace }),
    ...(workspace === undefined ? {} : { workspace }),
    repro: reproLine(testCase, plan),
  };
}

function knownCase({ list, place, reason, issue, expires }: BaselineEntry): NonNullable<CaseRecord["known"]> {
  return {
    list,
    place,
    reason,
    ...(issue === undefined ? {} : { issue }),
    ...(expires === undefined ? {} : { expires }),
  };
}
