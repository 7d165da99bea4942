/** Says of each requirement in scope whether the cases show that it is kept. */

import type { RequirementResult } from "../../generated/report.js";
import type { Requirement } from "../contract/contract.js";
import { oracleRequirements } from "../contract/oracle-requirements.js";
import { originOf } from "../contract/origin.js";
import { type CaseResult, judgementOf } from "../judge/result.js";
import { isOfOracle } from "../oracles/failure.js";
import type { RunPlan } from "./plan.js";
import { statusAtLevel } from "./requirement-counts.js";

/** In the order of the contract. */
export function requirementResults(plan: RunPlan, results: readonly CaseResult[]): readonly RequirementResult[] {
  const always = oracleRequirements(plan.contract);
  return requirementsInScope(plan, results).map((requirement): RequirementResult => {
    const { id, level, text, untested } = requirement;
    const observing = results.filter(
      (result) => concerns(result, id) || (always.has(id) && isShownBy(result, id, plan)),
    );
    return {
      id,
      level,
      origin: originOf(requirement),
      text,
      status: untested === undefined ? statusAtLevel(statusOf(observing, id), level) : "untested",
      ...(isKnown(observing) ? { known: true } : {}),
      ...(untested === undefined ? whyOpen(observing, id) : { unjudged: untested }),
      cases: results.filter((result) => concerns(result, id)).map((result) => result.case.id),
    };
  });
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

/** Why no case shows anything of a requirement: what most of its cases say, and the number of cases. */
function whyOpen(
  observing: readonly CaseResult[],
  requirement: string,
): Pick<RequirementResult, "blocked" | "unjudged"> {
  if (["violated", "conforming"].includes(statusOf(observing, requirement))) return {};
  const open = observing.flatMap(({ blocked }) => blocked.filter((each) => each.requirement === requirement));
  const found = open.filter(({ isOfMapping }) => isOfMapping !== true);
  const by = mostFrequent(found.map(({ by, reason }) => by ?? reason));
  if (by !== undefined) return { blocked: { by, cases: found.length } };
  const reasons = observing.flatMap(({ status, reason, failures }) =>
    status === "errored" ? (failures[0]?.message ?? []) : (reason ?? []),
  );
  const ofMapping = open.map(({ reason }) => reason);
  return { unjudged: mostFrequent([...ofMapping, ...reasons]) ?? "no selected case tests it" };
}

/** The first among equals. */
function mostFrequent(texts: readonly string[]): string | undefined {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0];
}

/** Whether the baseline lists all cases that count against a requirement. */
function isKnown(observing: readonly CaseResult[]): boolean {
  const against = observing.filter(({ status }) => ["failed", "blocked", "errored", "known_failing"].includes(status));
  return against.length > 0 && against.every(({ status }) => status === "known_failing");
}
