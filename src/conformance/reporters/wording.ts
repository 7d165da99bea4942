/** The words that every format uses for the same thing. */

import { visibleJson } from "../../base/visible-text.js";
import type { Mapping } from "../../generated/config.js";
import { exitCodeOf } from "../run/outcome.js";
import type { CaseRecord, FailureRecord, Report } from "../run/report.js";

export type Status = CaseRecord["status"];

export const VERDICTS: Readonly<Record<Report["verdict"], string>> = {
  conforms: "Conforms.",
  "does-not-conform": "Does not conform.",
  "nothing-judged": "Nothing was judged: no case applies to what the adapter offers.",
  "adapter-error": "The adapter failed in every case, so the implementation was not judged.",
};

/** What a status is called, in the order in which counts are given. */
export const STATUSES: Readonly<Record<Status, string>> = {
  passed: "passed",
  failed: "failed",
  errored: "errored",
  known_failing: "known to fail",
  unexpectedly_passing: "unexpectedly passing",
  skipped: "skipped",
};

/** The statuses that ask somebody to act. A known failure has been acted on; one that passes has not yet. */
export function isFinding({ status }: Pick<CaseRecord, "status">): boolean {
  return status === "failed" || status === "errored" || status === "unexpectedly_passing";
}

export function nameOf({ id, name }: Pick<CaseRecord, "id" | "name">): string {
  return name ?? id;
}

/** The name of the fixture file, without contract and case. */
export function groupOf(record: Pick<CaseRecord, "id" | "name">): string {
  return nameOf(record).split("/").slice(1, -1).join("/");
}

/** `core 0.11 / full`: what an implementation was held against. */
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

/** Parameters that no fixture sent: who reads that an answer holds them must know where they came from. */
export function suppliedBy({ mapping = {} }: Pick<Report, "mapping">): readonly string[] {
  const { supply = {} } = mapping as Mapping;
  return Object.entries(supply).map(([tool, params]) => `${tool} with ${printed(params, 200)} where a call lacks it`);
}

/** `step 2 of 3: …`, for cases that have more than one. */
export function problemOf({ step, message }: FailureRecord, { steps = 1 }: Pick<CaseRecord, "steps">): string {
  return steps > 1 ? `step ${step + 1} of ${steps}: ${message}` : message;
}

/** The values of a failure by their labels; none for failures that compare nothing. */
export function comparedValues(failure: FailureRecord): readonly (readonly ["expected" | "actual", unknown])[] {
  if (!("expected" in failure) && !("actual" in failure)) return [];
  return [...("expected" in failure ? [["expected", failure.expected] as const] : []), ["actual", failure.actual]];
}

/** A value as one line of JSON; one that JSON cannot carry was not there. */
export function printed(value: unknown, limit: number): string {
  const text = value === undefined ? "nothing" : visibleJson(value);
  return text.length > limit ? `${text.slice(0, limit)}… (${text.length} characters)` : text;
}

/** `3 of 4 MUST, 1 of 1 SHOULD` */
export function keptRequirements({ summary: { requirements } }: Pick<Report, "summary">): string {
  return (["MUST", "SHOULD", "MAY"] as const)
    .filter((level) => requirements[level].total > 0)
    .map((level) => `${requirements[level].conforming} of ${requirements[level].total} ${level}`)
    .join(", ");
}

/** `MUST core.x` for every requirement in this state. */
export function requirementsIn(
  { requirements }: Pick<Report, "requirements">,
  status: Report["requirements"][number]["status"],
): readonly string[] {
  return requirements.filter((requirement) => requirement.status === status).map(({ level, id }) => `${level} ${id}`);
}

/** What the baseline adds to the verdict, in sentences: an excuse, or what is wrong with it. */
export function baselineWords({ baseline, verdict }: Pick<Report, "baseline" | "verdict">): readonly string[] {
  if (baseline === undefined) return [];
  const findings = baseline.findings.map(({ place, message, remedy }) => `${place}: ${message}. ${remedy}`);
  if (!baseline.holds || verdict === "conforms") return findings;
  return [...findings, `All that stands against it is known: see ${baseline.file}.`];
}

/** What several cases have in common that speaks of the adapter, in sentences. */
export function symptomWords({ symptoms = [] }: Pick<Report, "symptoms">): readonly string[] {
  return symptoms.map(({ text, cases }) => `In ${cases.length} cases ${text}. The first is ${cases[0]}.`);
}

/** How the run counts in a format of passed and failed tests: an excused violation is neither. */
export function outcomeOf(report: Report): "passed" | "excused" | "failed" | "errored" {
  const code = exitCodeOf(report);
  if (code === 0) return report.verdict === "conforms" ? "passed" : "excused";
  return code === 1 ? "failed" : "errored";
}
