/** Coverage in the forms in which it is printed or kept. */

import { assertKeeps } from "../../base/shipped-schema.js";
import { visibleJson, visibleLines } from "../../base/visible-text.js";
import type { CoverageReport, CoverageUnit, KindCount } from "./coverage-of.js";

export type CoverageWriter = (coverage: CoverageReport) => string;

/** By the name that `--reporter` gives them. */
export const COVERAGE_FORMATS: Readonly<Record<"pretty" | "json", CoverageWriter>> = { pretty, json };

/** Names of cases that stand beside what is not covered. */
const NEAR_SHOWN = 3;

/** For people: a line for each kind, then whatever is not covered, with the cases that come near. */
function pretty(coverage: CoverageReport): string {
  const { contract, contract_version, profile, implementation, kinds, units, claims, findings } = coverage;
  const width = Math.max(0, ...kinds.map(({ kind }) => kind.length));
  const missing = kinds.flatMap(({ kind }) => {
    const open = units.filter((unit) => unit.kind === kind && ["uncovered", "form_only"].includes(unit.status));
    return open.length === 0 ? [] : ["", `Not covered: ${kind}`, ...open.map(openLine)];
  });
  const apart = units.filter(({ status }) => status === "unasserted");
  const lines = [
    `Coverage of ${contract} ${contract_version} / ${profile}, from what ${implementation.name} was really asked`,
    "",
    ...kinds.map((count) => countLine(count, width)),
    ...provedLines(units),
    ...missing,
    ...(apart.length === 0 ? [] : ["", "Cannot be asserted"]),
    ...apart.map(({ kind, name, reason = "" }) => `  ${kind}  ${name}: ${reason}`),
    ...(claims.total === 0 ? [] : ["", claimsLine(claims)]),
    ...findings.map(({ code, place, message, remedy }) => `  ${code}  ${place}: ${message}. ${remedy}`),
  ];
  return visibleLines(lines);
}

function countLine({ kind, covered, total, percent, form_only, unasserted, not_applicable }: KindCount, width: number) {
  const apart = [
    ...(form_only === 0 ? [] : [`${form_only} in form only`]),
    ...(unasserted === 0 ? [] : [`${unasserted} that nothing can assert`]),
    ...(not_applicable === 0 ? [] : [`${not_applicable} not applicable`]),
  ];
  const note = apart.length === 0 ? "" : `  (${apart.join(", ")})`;
  const counts = `${covered} of ${total}`;
  return `  ${kind.padEnd(width)}  ${counts.padStart(12)}  ${percent.toFixed(1).padStart(5)} %${note}`;
}

/** A requirement that no fault was found for may hold without its cases being able to tell. */
function provedLines(units: readonly CoverageUnit[]): readonly string[] {
  const known = units.filter(({ proved }) => proved !== undefined);
  if (known.length === 0) return [];
  const open = known.filter(({ proved }) => proved === false);
  return [
    "",
    `Proved by mutants that these cases have found: ${known.length - open.length} of ${known.length} requirements`,
    ...open.map(({ name }) => `  not proved  ${name}`),
  ];
}

function openLine({ name, status, near }: CoverageUnit): string {
  const form = status === "form_only" ? "  its form only" : "";
  const others = near.length > NEAR_SHOWN ? ` and ${near.length - NEAR_SHOWN} more` : "";
  const cases = near.length === 0 ? "" : `  (near: ${near.slice(0, NEAR_SHOWN).join(", ")}${others})`;
  return `  ${name}${form}${cases}`;
}

function claimsLine({ total, held, unchecked }: CoverageReport["claims"]): string {
  const open = unchecked === 0 ? "" : `, ${unchecked} of cases that did not pass are unchecked`;
  return `Claims in covers: ${held} of ${total} hold${open}`;
}

/** Which cases cover the requirements that were asked for, and whether mutants have proved that. */
export function requirementLines({ units }: CoverageReport): string {
  const lines = units.flatMap(({ kind, name, status, cases, near, reason, proved }) => [
    `${name}  ${kind === "refusals" ? "refusal " : ""}${status.replaceAll("_", " ")}${reason === undefined ? "" : `: ${reason}`}`,
    ...cases.map((id) => `  ${id}`),
    ...near.map((id) => `  not covered by ${id}`),
    ...(proved === undefined ? [] : [`  ${proved ? "" : "not "}proved by mutants`]),
  ]);
  return visibleLines(lines);
}

/** For programs, after it has passed its own schema. */
function json(coverage: CoverageReport): string {
  const text = visibleJson(coverage, 2);
  assertKeeps(JSON.parse(text), "coverage.schema.json", "the coverage");
  return `${text}\n`;
}
