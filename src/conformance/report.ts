/** The report of a run: a pure function of the plan and the results. */

import type { CaseResult as CaseRecord, Report, RequirementCounts, RequirementResult } from "../generated/report.js";
import { packageVersion } from "../package-root.js";
import type { Level, Requirement } from "./contract.js";
import type { RunPlan } from "./plan.js";
import { reproLine } from "./repro.js";
import type { CaseResult } from "./result.js";

export type { CaseResult as CaseRecord, Failure as FailureRecord, Report } from "../generated/report.js";
export type Verdict = Report["verdict"];

/** Builds the report. Its denominators come from the plan: what did not run is counted as not observed. */
export function buildReport(plan: RunPlan, results: readonly CaseResult[]): Report {
  const requirements = answeredFor(plan, results).map((requirement): RequirementResult => {
    const observing = results.filter((result) => concerns(result, requirement.id));
    return {
      id: requirement.id,
      level: requirement.level,
      text: requirement.text,
      status: requirement.untested === undefined ? statusOf(observing) : "untested",
      cases: observing.map((result) => result.case.id),
    };
  });
  const count = (status: CaseResult["status"]) => results.filter((result) => result.status === status).length;
  const { name, version } = plan.adapter;
  return {
    report_version: "1.0",
    kit_version: packageVersion,
    contract: plan.contract.id,
    contract_version: plan.contract.version,
    profile: plan.profile,
    implementation: { name, ...(version === undefined ? {} : { version }) },
    adapter: plan.adapterForm,
    verdict: verdictOf(plan, results, requirements),
    summary: {
      cases: {
        total: plan.cases.length,
        passed: count("passed"),
        failed: count("failed"),
        errored: count("errored"),
        skipped: count("skipped"),
        known_failing: 0,
        unexpectedly_passing: 0,
      },
      requirements: {
        MUST: countsOf(requirements, "MUST"),
        SHOULD: countsOf(requirements, "SHOULD"),
        MAY: countsOf(requirements, "MAY"),
      },
    },
    requirements,
    cases: results.map((result) => caseRecord(result, plan)),
  };
}

/** What was selected, and what an oracle saw violated: it looks whether it was asked or not. */
function answeredFor(plan: RunPlan, results: readonly CaseResult[]): readonly Requirement[] {
  const seen = new Set(results.flatMap(({ failures }) => failures.map(({ requirement }) => requirement)));
  const others = [...plan.contract.requirements.values()].filter(
    (requirement) => seen.has(requirement.id) && !plan.requirements.includes(requirement),
  );
  return [...plan.requirements, ...others];
}

/** A case speaks of the requirements that it verifies, and of the one that an oracle saw violated in it. */
function concerns(result: CaseResult, requirement: string): boolean {
  return (
    result.case.verifies.includes(requirement) || result.failures.some((failure) => failure.requirement === requirement)
  );
}

function statusOf(observing: readonly CaseResult[]): RequirementResult["status"] {
  if (observing.some(({ status }) => status === "failed")) return "violated";
  // One case that could not be judged leaves the requirement open, whatever the others say.
  if (observing.some(({ status }) => status === "errored")) return "not_observed";
  if (observing.some(({ status }) => status === "passed")) return "conforming";
  const allElsewhere = observing.length > 0 && observing.every(({ notApplicable }) => notApplicable === true);
  return allElsewhere ? "not_applicable" : "not_observed";
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
 * An implementation conforms when every MUST in scope was observed and none is violated. A SHOULD or MAY that it does
 * not keep is reported and fails a strict run (SHOULD), since the contract itself leaves it free.
 */
function verdictOf(plan: RunPlan, results: readonly CaseResult[], requirements: readonly RequirementResult[]): Verdict {
  const judged = results.filter(({ status }) => status === "passed" || status === "failed");
  const errored = results.some(({ status }) => status === "errored");
  if (judged.length === 0) return errored ? "adapter-error" : "nothing-judged";
  const binding: readonly Level[] = plan.strict ? ["MUST", "SHOULD"] : ["MUST"];
  const open = requirements.some(
    ({ level, status }) => binding.includes(level) && (status === "violated" || status === "not_observed"),
  );
  const unbound = results.some((result) => leavesOpen(result) && verifiesNothing(result, plan));
  return open || errored || unbound ? "does-not-conform" : "conforms";
}

/** Whether a case failed, or was to be judged and was not. */
function leavesOpen({ status, notApplicable }: CaseResult): boolean {
  return status === "failed" || (status === "skipped" && notApplicable !== true);
}

/** A fixture that names no requirement of this run still has to hold. */
function verifiesNothing(result: CaseResult, plan: RunPlan): boolean {
  return !result.case.verifies.some((id) => plan.requirements.some((requirement) => requirement.id === id));
}

/** A case as the report has it. */
export function caseRecord(result: CaseResult, plan: RunPlan): CaseRecord {
  const { case: testCase, status, failures, notes, reason, changes, trace, workspace, durationMs } = result;
  return {
    id: testCase.id,
    name: testCase.name,
    file: `${testCase.file}:${testCase.line}`,
    description: testCase.description,
    verifies: [...testCase.verifies],
    status,
    steps: testCase.steps.length,
    ...(reason === undefined ? {} : { reason }),
    duration_ms: Math.round(durationMs * 10) / 10,
    failures: failures.map((failure) => ({ ...failure })),
    notes: [...notes],
    ...(changes === undefined ? {} : { changes }),
    ...(trace === undefined ? {} : { trace }),
    ...(workspace === undefined ? {} : { workspace }),
    repro: reproLine(testCase, plan),
  };
}
