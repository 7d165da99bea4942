/** Builds the report of a run from the plan and the results. */

import { packageVersion } from "../../base/package-root.js";
import type { BaselineResult, CaseResult as CaseRecord, Report, RequirementResult } from "../../generated/report.js";
import { baselineFindings } from "../baseline/apply-baseline.js";
import type { Baseline } from "../baseline/baseline.js";
import type { Level, Requirement } from "../contract/contract.js";
import { oracleRequirements } from "../contract/oracle-requirements.js";
import { originOf } from "../contract/origin.js";
import { type BaselineEntry, type CaseResult, type Judgement, judgementOf } from "../judge/result.js";
import { symptomsOf } from "../judge/symptoms.js";
import { isOfOracle } from "../oracles/failure.js";
import { withCauses } from "./causes.js";
import type { RunPlan } from "./plan.js";
import { reachedBy, reproLine } from "./repro.js";
import { countRequirements, statusAtLevel } from "./requirement-counts.js";
import { withoutSupplied } from "./supplied.js";

export type { CaseResult as CaseRecord, Failure as FailureRecord, Report } from "../../generated/report.js";
export type Verdict = Report["verdict"];

/** Totals come from the plan, so cases that did not run are counted as not observed. */
export function buildReport(plan: RunPlan, judged: readonly CaseResult[]): Report {
  const results = withCauses(withoutSupplied(judged, plan.mapping), plan.contract, plan.controls);
  const always = oracleRequirements(plan.contract);
  const requirements = requirementsInScope(plan, results).map((requirement): RequirementResult => {
    const { id } = requirement;
    const observing = results.filter(
      (result) => concerns(result, id) || (always.has(id) && isShownBy(result, id, plan)),
    );
    return {
      id: requirement.id,
      level: requirement.level,
      origin: originOf(requirement),
      text: requirement.text,
      status:
        requirement.untested === undefined
          ? statusAtLevel(statusOf(observing, requirement.id), requirement.level)
          : "untested",
      ...(isKnown(observing) ? { known: true } : {}),
      ...blockedIn(observing, requirement.id),
      cases: results.filter((result) => concerns(result, id)).map((result) => result.case.id),
    };
  });
  const count = (status: CaseResult["status"]) => results.filter((result) => result.status === status).length;
  const { name, version } = plan.adapter;
  const symptoms = symptomsOf(results);
  return {
    report_version: "2.0",
    kit_version: packageVersion,
    contract: plan.contract.id,
    contract_version: plan.contract.version,
    profile: plan.profile,
    implementation: { name, ...(version === undefined ? {} : { version }) },
    adapter: reachedBy(plan),
    ...(plan.seed === undefined ? {} : { seed: plan.seed }),
    ...(Object.keys(plan.mapping).length === 0 ? {} : { mapping: plan.mapping }),
    verdict: verdictOf(plan, results, requirements),
    summary: {
      cases: {
        total: plan.cases.length,
        passed: count("passed"),
        failed: count("failed"),
        blocked: count("blocked"),
        errored: count("errored"),
        skipped: count("skipped"),
        not_taken: count("not_taken"),
        known_failing: count("known_failing"),
        unexpectedly_passing: count("unexpectedly_passing"),
      },
      ...countRequirements(requirements),
    },
    ...(plan.baseline === undefined ? {} : { baseline: baselineResult(plan, plan.baseline, results, requirements) }),
    ...(symptoms.length === 0 ? {} : { symptoms }),
    requirements,
    cases: results.map((result) => caseRecord(result, plan)),
  };
}

/**
 * The selected requirements, and those that an oracle found violated, because oracles check every step. A run for one
 * origin judges no other.
 */
function requirementsInScope(plan: RunPlan, results: readonly CaseResult[]): readonly Requirement[] {
  const seen = new Set(
    results.flatMap(({ failures }) => failures.filter(isOfOracle).map(({ requirement }) => requirement)),
  );
  const unselected = [...plan.contract.requirements.values()].filter(
    (requirement) =>
      seen.has(requirement.id) &&
      !plan.requirements.includes(requirement) &&
      (plan.origin === undefined || originOf(requirement) === plan.origin),
  );
  return [...plan.requirements, ...unselected];
}

/** Whether a case shows what an oracle checks: an implementation that never writes shows nothing about its files. */
function isShownBy(result: CaseResult, requirement: string, { contract }: RunPlan): boolean {
  if (judgementOf(result) !== "passed") return false;
  const writes = (operation: string) => {
    const known = contract.tools.get(operation) ?? contract.events.get(operation.replace(/^event /u, ""));
    return (known?.writes ?? []).length > 0;
  };
  return requirement === contract.oracles.output ? result.worked.size > 0 : [...result.worked].some(writes);
}

/** A case concerns the requirements that it verifies, and those that an oracle found violated in it. */
function concerns(result: CaseResult, requirement: string): boolean {
  return (
    result.case.verifies.includes(requirement) || result.failures.some((failure) => failure.requirement === requirement)
  );
}

function statusOf(observing: readonly CaseResult[], requirement: string): RequirementResult["status"] {
  const judgements = observing.map((result) => judgementFor(result, requirement));
  if (judgements.includes("violated")) return "violated";
  // A single case that could not be judged leaves the requirement open.
  if (judgements.includes("errored")) return "not_observed";
  // So does one whose assertion fails for a reason that violates another requirement.
  if (judgements.includes("open")) return "not_observed";
  if (judgements.includes("conforming")) return "conforming";
  const isNotApplicable = observing.length > 0 && observing.every(({ notApplicable }) => notApplicable === true);
  return isNotApplicable ? "not_applicable" : "not_observed";
}

/** The judgement of a case about one requirement. */
function judgementFor(result: CaseResult, requirement: string) {
  const judgement = judgementOf(result);
  if (judgement === "errored" || judgement === "skipped") return judgement;
  if (result.failures.some((failure) => failure.requirement === requirement)) return "violated";
  const blocked = result.blocked.find((each) => each.requirement === requirement);
  if (blocked === undefined) return "conforming";
  return blocked.by === undefined ? "blocked" : "open";
}

/** Why no case shows anything of a requirement: the most frequent reason, and the number of cases. */
function blockedIn(observing: readonly CaseResult[], requirement: string): Pick<RequirementResult, "blocked"> {
  if (["violated", "conforming"].includes(statusOf(observing, requirement))) return {};
  const found = observing.flatMap(({ blocked }) => blocked.filter((each) => each.requirement === requirement));
  const counts = new Map<string, number>();
  for (const { by, reason } of found) counts.set(by ?? reason, (counts.get(by ?? reason) ?? 0) + 1);
  const [most] = [...counts].sort(([, a], [, b]) => b - a);
  return most === undefined ? {} : { blocked: { by: most[0], cases: found.length } };
}

/** Whether the baseline lists all cases that count against a requirement. */
function isKnown(observing: readonly CaseResult[]): boolean {
  const against = observing.filter(({ status }) => ["failed", "blocked", "errored", "known_failing"].includes(status));
  return against.length > 0 && against.every(({ status }) => status === "known_failing");
}

/**
 * An implementation conforms if every MUST in scope was observed and none is violated. A violated SHOULD is reported, and
 * fails a strict run. A MAY and an INFO are only reported.
 */
function verdictOf(plan: RunPlan, results: readonly CaseResult[], requirements: readonly RequirementResult[]): Verdict {
  const judgements = results.map(judgementOf);
  if (!judgements.some(isAnswer)) {
    return judgements.includes("errored") ? "adapter-error" : "nothing-judged";
  }
  return isOpen(plan, results, requirements) || judgements.includes("errored") ? "does-not-conform" : "conforms";
}

/** Whether the case came to a judgement about the implementation. */
function isAnswer(judgement: Judgement): boolean {
  return judgement !== "errored" && judgement !== "skipped";
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
  const isJudged = results.map(judgementOf).some(isAnswer);
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
  return (
    judgement === "failed" || judgement === "blocked" || (judgement === "skipped" && result.notApplicable !== true)
  );
}

/** A case that verifies no requirement of this run must pass, too. */
function verifiesNothing(result: CaseResult, plan: RunPlan): boolean {
  return !result.case.verifies.some((id) => plan.requirements.some((requirement) => requirement.id === id));
}

/** The entry of a case in the report. */
export function caseRecord(result: CaseResult, plan: RunPlan): CaseRecord {
  const {
    case: testCase,
    status,
    failures,
    blocked,
    notes,
    reason,
    known,
    changes,
    trace,
    workspace,
    sampled,
    durationMs,
  } = result;
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
    failures: failures.map(({ allowsType: _, refusals: __, ...failure }) => failure),
    ...(blocked.length === 0 ? {} : { blocked: blocked.map((each) => ({ ...each })) }),
    notes: [...notes],
    ...(changes === undefined ? {} : { changes }),
    ...(trace === undefined ? {} : { trace }),
    ...(workspace === undefined ? {} : { workspace }),
    ...(sampled === undefined ? {} : { sampled }),
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
