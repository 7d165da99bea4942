/** Writes coverage as text or JSON. */

import { assertKeeps } from "../../base/shipped-schema.js";
import { visibleJson, visibleLines } from "../../base/visible-text.js";
import type { CoverageReport, CoverageUnit, KindCount } from "./coverage-of.js";

export type CoverageWriter = (coverage: CoverageReport) => string;

/** By the value of `--reporter`. */
export const COVERAGE_FORMATS: Readonly<Record<"pretty" | "json", CoverageWriter>> = { pretty, json };

/** Cases listed for each unit that is not covered. */
const NEAR_SHOWN = 3;

/** For people: a line for each kind, then what is not covered, with cases that nearly cover it. */
function pretty(coverage: CoverageReport): string {
  const { contract, contract_version, profile, implementation, kinds, units, claims, findings } = coverage;
  const width = Math.max(0, ...kinds.map(({ kind }) => kind.length));
  const missing = kinds.flatMap(({ kind }) => {
    const open = units.filter((unit) => unit.kind === kind && ["uncovered", "form_only"].includes(unit.status));
    return open.length === 0 ? [] : ["", `Not covered: ${kind}`, ...open.map(openLine)];
  });
  const unasserted = units.filter(({ status }) => status === "unasserted");
  const lines = [
    `Coverage of ${contract} ${contract_version} / ${profile}, by assertions checked on ${implementation.name}`,
    "",
    ...kinds.map((count) => countLine(count, width)),
    ...provedLines(units),
    ...missing,
    ...(unasserted.length === 0 ? [] : ["", "Cannot be asserted"]),
    ...unasserted.map(({ kind, name, reason = "" }) => `  ${kind}  ${name}: ${reason}`),
    ...(claims.total === 0 ? [] : ["", claimsLine(claims)]),
    ...findings.map(({ code, place, message, remedy }) => `  ${code}  ${place}: ${message}. ${remedy}`),
  ];
  return visibleLines(lines);
}

function countLine({ kind, covered, total, percent, form_only, unasserted, not_applicable }: KindCount, width: number) {
  const notes = [
    ...(form_only === 0 ? [] : [`${form_only} in form only`]),
    ...(unasserted === 0 ? [] : [`${unasserted} that cannot be asserted`]),
    ...(not_applicable === 0 ? [] : [`${not_applicable} not applicable`]),
  ];
  const note = notes.length === 0 ? "" : `  (${notes.join(", ")})`;
  const counts = `${covered} of ${total}`;
  return `  ${kind.padEnd(width)}  ${counts.padStart(12)}  ${percent.toFixed(1).padStart(5)} %${note}`;
}

/** Lists requirements without proof: their cases have not yet found a mutant, and might pass a wrong implementation. */
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
  const more = near.length > NEAR_SHOWN ? ` and ${near.length - NEAR_SHOWN} more` : "";
  const cases = near.length === 0 ? "" : `  (near: ${near.slice(0, NEAR_SHOWN).join(", ")}${more})`;
  return `  ${name}${form}${cases}`;
}

function claimsLine({ total, held, unchecked }: CoverageReport["claims"]): string {
  const open = unchecked === 0 ? "" : `, ${unchecked} of cases that did not pass are unchecked`;
  return `Claims in covers: ${held} of ${total} hold${open}`;
}

/** Lists the cases that cover each requirement, and whether mutants have proved it. */
export function requirementLines({ units }: CoverageReport): string {
  const lines = units.flatMap(({ kind, name, status, cases, near, reason, proved }) => [
    `${name}  ${kind === "refusals" ? "refusal " : ""}${status.replaceAll("_", " ")}${reason === undefined ? "" : `: ${reason}`}`,
    ...cases.map((id) => `  ${id}`),
    ...near.map((id) => `  not covered by ${id}`),
    ...(proved === undefined ? [] : [`  ${proved ? "" : "not "}proved by mutants`]),
  ]);
  return visibleLines(lines);
}

/** For programs. Checked against its schema first. */
function json(coverage: CoverageReport): string {
  const text = visibleJson(coverage, 2);
  assertKeeps(JSON.parse(text), "coverage.schema.json", "the coverage");
  return `${text}\n`;
}
