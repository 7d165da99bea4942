/** Builds the report of a run from the plan and the results. */

import { packageVersion } from "../../base/package-root.js";
import type { CaseResult as CaseRecord, Exploration, Report } from "../../generated/report.js";
import type { BaselineEntry, CaseResult } from "../judge/result.js";
import { symptomsOf } from "../judge/symptoms.js";
import { withCauses } from "./causes.js";
import { groupedCauses } from "./grouped-causes.js";
import type { RunPlan } from "./plan.js";
import { reachedBy, reproLine } from "./repro.js";
import { countRequirements } from "./requirement-counts.js";
import { requirementResults } from "./requirement-results.js";
import { withoutSupplied } from "./supplied.js";
import { baselineResult, verdictOf } from "./verdict.js";

export type { CaseResult as CaseRecord, Failure as FailureRecord, Report } from "../../generated/report.js";
export type Verdict = Report["verdict"];

/**
 * Totals come from the plan, so cases that did not run are counted as not observed.
 * @param exploration what random calls after the cases found
 * @param strays files in the folder of the command that have changed meanwhile
 */
export function buildReport(
  plan: RunPlan,
  judged: readonly CaseResult[],
  exploration?: Exploration,
  strays: readonly string[] = [],
): Report {
  const results = withCauses(withoutSupplied(judged, plan.mapping), plan.contract, plan.controls);
  const requirements = requirementResults(plan, results);
  const count = (status: CaseResult["status"]) => results.filter((result) => result.status === status).length;
  const { name, version } = plan.adapter;
  const symptoms = symptomsOf(
    results,
    strays.filter((path) => path.startsWith(`${plan.contract.stateRoot}/`)),
  );
  return {
    report_version: "3.0",
    kit_version: packageVersion,
    contract: plan.contract.id,
    contract_version: plan.contract.version,
    profile: plan.profile,
    implementation: { name, ...(version === undefined ? {} : { version }) },
    adapter: reachedBy(plan),
    ...(plan.config === undefined ? {} : { config: plan.config }),
    ...(plan.selection === undefined ? {} : { selection: plan.selection }),
    ...(plan.seed === undefined ? {} : { seed: plan.seed }),
    ...(plan.shuffle === undefined ? {} : { shuffle: plan.shuffle }),
    ...(Object.keys(plan.mapping).length === 0 ? {} : { mapping: plan.mapping }),
    ...(plan.strict ? { strict: true } : {}),
    verdict: verdictOf(plan, results, requirements),
    summary: {
      cases: {
        total: Math.max(plan.cases.length, results.length),
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
    ...(exploration === undefined ? {} : { exploration }),
    causes: [...groupedCauses(results, plan.contract)],
    requirements: [...requirements],
    cases: results.map((result) => caseRecord(result, plan)),
  };
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
    failures: failures.map(({ allowsType: _, refusals: __, isExtra: ___, ...failure }) => failure),
    ...(blocked.length === 0 ? {} : { blocked: blocked.map(({ isOfMapping: _, ...each }) => each) }),
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
