/** Applies the baseline to results, and finds entries that are out of date. */

import { NexusError } from "../../base/errors.js";
import { didYouMean } from "../../base/nearest.js";
import type { BaselineEntry } from "../judge/result.js";
import { type CaseResult, didNotPass, judgementOf } from "../judge/result.js";
import type { Baseline } from "./baseline.js";

/** Returns the result with its status according to the baseline. Can be applied again to its own result. */
export function applyBaseline(result: CaseResult, baseline: Baseline | undefined): CaseResult {
  const { known: _, ...rest } = result;
  const judged: CaseResult = { ...rest, status: judgementOf(result) };
  const entry = baseline?.entries.get(result.case.id);
  if (entry === undefined || entry.expired) return judged;
  const known = { entry, judgement: judgementOf(result) };
  if (judged.status === "passed") {
    return entry.list === "flaky" ? judged : { ...judged, status: "unexpectedly_passing", known };
  }
  const isExpected = didNotPass(judged) && !failsElsewhere(judged, entry);
  return isExpected ? { ...judged, status: "known_failing", known } : judged;
}

/** The problems of the baseline after a run, in the order of its lines. */
export function baselineFindings(
  baseline: Baseline,
  results: readonly CaseResult[],
  knownIds: readonly string[],
): readonly NexusError[] {
  const byId = new Map(results.map((result) => [result.case.id, result]));
  return [...baseline.entries.values()]
    .sort((a, b) => a.line - b.line)
    .flatMap((entry) => findingOf(entry, byId.get(entry.case), knownIds) ?? []);
}

function findingOf(entry: BaselineEntry, result: CaseResult | undefined, knownIds: readonly string[]) {
  const { case: id, place, expires: date = "" } = entry;
  if (!knownIds.includes(id)) {
    return NexusError.of("NXC_BASELINE_UNKNOWN_CASE", { id, hint: didYouMean(id, knownIds) }, place);
  }
  if (entry.expired) return NexusError.of("NXC_BASELINE_EXPIRED", { id, date }, place);
  if (result?.status === "unexpectedly_passing") return NexusError.of("NXC_BASELINE_STALE", { id }, place);
  if (result === undefined || !didNotPass(result)) return undefined;
  const params = { id, expected: entry.step ?? 0, actual: (result.failures[0] ?? result.blocked[0])?.step ?? 0 };
  return NexusError.of("NXC_BASELINE_STEP", params, place);
}

/** An entry for one step does not excuse a failure in another step. */
function failsElsewhere({ failures, blocked }: CaseResult, { step }: BaselineEntry): boolean {
  return step !== undefined && [...failures, ...blocked].some((problem) => problem.step !== step);
}
