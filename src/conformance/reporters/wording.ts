/** The wording shared by all report formats. */

import { visibleJson } from "../../base/visible-text.js";
import type { Mapping } from "../../generated/config.js";
import { exitCodeOf } from "../run/outcome.js";
import type { CaseRecord, FailureRecord, Report } from "../run/report.js";

export type Status = CaseRecord["status"];

/**
 * The verdict as a sentence. Without a violation but with MUSTs that were not judged, it says how many were; where cases
 * were left out, it speaks of the others alone.
 */
export function verdictWords({
  verdict,
  strict,
  summary,
  selection,
}: Pick<Report, "verdict" | "strict" | "summary" | "selection">): string {
  const { total, conforming } = summary.requirements.MUST;
  const { violated } = summary.requirements.SHOULD;
  const weaker = violated === 0 ? [] : [`${violated} SHOULD violated`];
  const who = selection === undefined ? "Conforms" : "What was selected conforms";
  const cases = selection === undefined ? [] : [`${selection.cases} of ${selection.of} cases`];
  const words: Readonly<Record<Report["verdict"], string>> = {
    conforms: `${[[who, ...cases].join(": "), ...weaker].join(", ")}.`,
    "conforms-as-judged": `${who} as judged: ${[`${conforming} of ${total} MUST`, ...cases, ...weaker].join(", ")}.`,
    "does-not-conform": "Does not conform.",
    "nothing-judged": "Nothing was judged: no case applies to what the adapter offers.",
    "adapter-error": "The adapter, or the program that it runs, failed in every case, so nothing was judged.",
  };
  const isTooLittle = verdict === "conforms-as-judged" && strict === true;
  return isTooLittle ? `${words[verdict]} With --strict, all have to be.` : words[verdict];
}

/** The names of statuses, in the order of counts. */
export const STATUSES: Readonly<Record<Status, string>> = {
  passed: "passed",
  failed: "failed",
  blocked: "blocked",
  errored: "errored",
  not_taken: "not taken",
  known_failing: "known to fail",
  unexpectedly_passing: "unexpectedly passing",
  skipped: "skipped",
};

/** Whether a status requires action. A known failure does not, but it does once it passes. */
export function isFinding({ status }: Pick<CaseRecord, "status">): boolean {
  return status === "failed" || status === "errored" || status === "unexpectedly_passing";
}

export function nameOf({ id, name }: Pick<CaseRecord, "id" | "name">): string {
  return name ?? id;
}

/** The name of the fixture file, without contract and case. The id of a case may end with a slash and a row. */
export function groupOf(record: Pick<CaseRecord, "id" | "name">): string {
  return nameOf(record).split("/").slice(1, -record.id.split("/").length).join("/");
}

/** The contract and the profile, such as `core 0.11 / full`. */
export function scopeOf({
  contract,
  contract_version,
  profile,
}: Pick<Report, "contract" | "contract_version" | "profile">): string {
  return `${contract} ${contract_version} / ${profile}`;
}

export function implementationOf({ implementation: { name, version } }: Pick<Report, "implementation">): string {
  return version === undefined ? name : `${name} ${version}`;
}

/** The parameters that the mapping adds to calls. Reports list them, because they may reappear in answers. */
export function suppliedBy({ mapping = {} }: Pick<Report, "mapping">): readonly string[] {
  const { supply = {} } = mapping as Mapping;
  return Object.entries(supply).map(([tool, params]) => `${tool} with ${printed(params, 200)} if a call lacks it`);
}

/** The message of a failure; in a case with several steps, after `step 2 of 3: `. */
export function problemOf({ step, message }: FailureRecord, { steps = 1 }: Pick<CaseRecord, "steps">): string {
  return steps > 1 ? `step ${step + 1} of ${steps}: ${message}` : message;
}

/** What is wrong, with the values that were compared, if they are short. */
export function problemWords({ message, ...values }: Report["causes"][number]): string {
  const shown = comparedValues(values).map(
    ([label, value]) => `${label === "actual" ? "got" : label} ${printed(value, 60)}`,
  );
  return shown.length === 0 || shown.some((text) => text.length > 60) ? message : `${message}: ${shown.join(", ")}`;
}

/** The requirement that a failure violates, unless the case verifies no other. */
export function violatedBy({ requirement }: FailureRecord, { verifies = [] }: Pick<CaseRecord, "verifies">) {
  return verifies.length === 1 && verifies[0] === requirement ? undefined : requirement;
}

/** The values of a failure with their labels. Empty if it compares no values. */
export function comparedValues(
  failure: Pick<FailureRecord, "expected" | "actual">,
): readonly (readonly ["expected" | "actual", unknown])[] {
  if (!("expected" in failure) && !("actual" in failure)) return [];
  return [...("expected" in failure ? [["expected", failure.expected] as const] : []), ["actual", failure.actual]];
}

/** A value as one line of JSON. undefined becomes `nothing`. */
export function printed(value: unknown, limit: number): string {
  const text = value === undefined ? "nothing" : visibleJson(value);
  return text.length > limit ? `${text.slice(0, limit)}… (${text.length} characters)` : text;
}

interface WithCounts {
  readonly summary: Pick<Report["summary"], "requirements">;
}

const BINDING = ["MUST", "SHOULD"] as const;
const OPTIONS = ["MAY", "INFO"] as const;

/** `3 of 4 MUST, 1 of 1 SHOULD, MAY: 1 taken, 2 not taken` */
export function conformingRequirements({ summary: { requirements } }: WithCounts): string {
  const binding = BINDING.filter((level) => requirements[level].total > 0).map(
    (level) => `${requirements[level].conforming} of ${requirements[level].total} ${level}`,
  );
  return [...binding, ...optionLines({ summary: { requirements } })].join(", ");
}

/** `MAY: 1 taken, 2 not taken`, for each level that is optional. */
export function optionLines({ summary: { requirements } }: WithCounts): readonly string[] {
  return OPTIONS.filter((level) => requirements[level].total > 0).map(
    (level) => `${level}: ${requirements[level].taken} taken, ${requirements[level].not_taken} not taken`,
  );
}

export const COUNT_COLUMNS = ["conforming", "violated", "not observed", "not applicable", "untested"] as const;

/** The counts of each binding level and, if it has requirements of both origins, of each origin. */
export function countRows({ requirements, origins }: Report["summary"]): readonly CountRow[] {
  return BINDING.flatMap((level) => {
    const rows: readonly CountRow[] = [
      [level, countCells(requirements[level])],
      [`${level}, source`, countCells(origins.source[level])],
      [`${level}, ours`, countCells(origins.ours[level])],
    ];
    const filled = rows.filter(([, cells]) => cells.some((cell) => cell > 0));
    return filled.length === rows.length ? rows : filled.slice(0, 1);
  });
}

type CountRow = readonly [title: string, cells: readonly number[]];

/** In the order of {@link COUNT_COLUMNS}. */
function countCells({
  conforming,
  violated,
  not_observed,
  not_applicable,
  untested,
}: Report["summary"]["requirements"]["MUST"]): readonly number[] {
  return [conforming, violated, not_observed, not_applicable, untested];
}

/** The MUST requirements by origin, as `source 118 of 118 · ours 40 of 45`. Empty if all have the same origin. */
export function conformingByOrigin({ summary: { origins } }: Pick<Report, "summary">): string {
  const { source, ours } = origins;
  if (source.MUST.total === 0 || ours.MUST.total === 0) return "";
  const part = (name: string, { conforming, total }: typeof source.MUST) => `${name} ${conforming} of ${total}`;
  return `${part("source", source.MUST)} · ${part("ours", ours.MUST)}`;
}

/** Level and id of every requirement in this state, and why it was not judged, such as `MUST core.x: blocked by core.y`. */
export function requirementsIn(
  { requirements }: Pick<Report, "requirements">,
  status: RequirementStatus,
): readonly string[] {
  return requirements
    .filter((requirement) => requirement.status === status)
    .map(({ level, id, blocked, unjudged }) => {
      const why = blocked === undefined ? unjudged : blockedWords(blocked);
      return `${level} ${id}${why === undefined ? "" : `: ${why}`}`;
    });
}

type RequirementStatus = Report["requirements"][number]["status"];

/** Why MUST and SHOULD requirements were not judged, the most frequent reason first. */
export function unjudgedReasons({
  requirements,
  cases,
}: Pick<Report, "requirements" | "cases">): readonly { readonly reason: string; readonly ids: readonly string[] }[] {
  const unjudgedIds = new Map<string, string[]>();
  for (const { id: own, level, status, blocked, unjudged = "" } of requirements) {
    if ((level !== "MUST" && level !== "SHOULD") || (status !== "not_observed" && status !== "not_applicable"))
      continue;
    const isViolation = requirements.some(({ id, status: state }) => id === blocked?.by && state === "violated");
    // The requirement that blocks may itself be blocked or not selected. Then what the call answered is the reason.
    const said = cases.flatMap((each) => each.blocked?.find(({ requirement }) => requirement === own)?.reason ?? []);
    const reason =
      blocked === undefined ? unjudged : isViolation ? "blocked by what is violated" : (said[0] ?? blocked.by);
    unjudgedIds.set(reason, [...(unjudgedIds.get(reason) ?? []), own]);
  }
  return [...unjudgedIds].sort(([, a], [, b]) => b.length - a.length).map(([reason, ids]) => ({ reason, ids }));
}

export function blockedWords({ by, cases }: { readonly by: string; readonly cases: number }): string {
  return `blocked by ${by} (${cases} ${cases === 1 ? "case" : "cases"})`;
}

/** Sentences that the baseline adds to the verdict: its problems, and an excuse if it holds. */
export function baselineWords({ baseline, verdict }: Pick<Report, "baseline" | "verdict">): readonly string[] {
  if (baseline === undefined) return [];
  const findings = baseline.findings.map(({ place, message, remedy }) => `${place}: ${message}. ${remedy}`);
  if (!baseline.holds || verdict === "conforms") return findings;
  return [...findings, `All failures are known: see ${baseline.file}.`];
}

/** Sentences about signs that the adapter is at fault. */
export function symptomWords({ symptoms = [] }: Pick<Report, "symptoms">): readonly string[] {
  return symptoms.map(({ text, cases }) => `In ${cases.length} cases, ${text}. The first is ${cases[0]}.`);
}

/** The outcome of the run in formats with passed and failed tests. An excused violation is neither. */
export function outcomeOf(report: Report): "passed" | "excused" | "failed" | "errored" {
  const code = exitCodeOf(report);
  if (code === 0) return report.verdict === "conforms" ? "passed" : "excused";
  return code === 1 ? "failed" : "errored";
}
