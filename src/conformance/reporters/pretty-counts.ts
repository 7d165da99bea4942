/** The counts at the end of a report for people: requirements by level, and why some were not judged. */

import type { Report } from "../run/report.js";
import { join, type Line, line } from "./line.js";
import type { Paint, Palette } from "./palette.js";
import { conformingByOrigin, optionLines, requirementsIn, STATUSES, type Status, unjudgedReasons } from "./wording.js";

/** Reasons why requirements were not judged. */
const REASON_LIMIT = 4;

/** As many requirements are named for one reason. */
const NAMED = 3;

const LISTED = ["violated", "not_observed", "not_applicable", "not_taken"] as const;

/** @param isVerbose whether each requirement is listed that was not shown to be kept */
export function requirementLines(report: Report, paint: Palette, isVerbose: boolean): readonly Line[] {
  const { requirements } = report.summary;
  const origins = conformingByOrigin(report);
  const options = optionLines(report);
  const binding = (["MUST", "SHOULD"] as const).filter((level) => requirements[level].total > 0);
  return [
    ...binding.map((level) => {
      const byOrigin = level === "MUST" && origins !== "" ? paint.dim(`   (${origins})`) : "";
      return line`${level.padEnd(7)} ${bindingCounts(requirements[level], paint)}${byOrigin}`;
    }),
    ...(options.length === 0 ? [] : [line`Options ${options.join(" · ")}`]),
    ...(isVerbose ? LISTED.flatMap((status) => all(status, report)) : unjudged(report, paint)),
    ...untested(report, paint),
  ];
}

type Counts = Report["summary"]["requirements"]["MUST"];

function bindingCounts(counts: Counts, { bad, warn }: Palette): Line {
  const { total, conforming, violated, not_observed, not_applicable } = counts;
  const open = not_observed + not_applicable;
  const parts = [
    line`${conforming} of ${total} conform`,
    ...(violated === 0 ? [] : [bad(`${violated} violated`)]),
    ...(open === 0 ? [] : [warn(`${open} not judged`)]),
  ];
  return join(parts, " · ");
}

function unjudged(report: Report, { dim }: Palette): readonly Line[] {
  const reasons = unjudgedReasons(report);
  const more = reasons.length - REASON_LIMIT;
  return [
    ...reasons.slice(0, REASON_LIMIT).map(({ reason, ids }) => {
      const names = ids.length <= NAMED ? ` (${ids.join(", ")})` : "";
      return dim(`        ${ids.length} not judged: ${reason}${names}`);
    }),
    ...(more > 0 ? [dim(`        … and ${more} more reasons`)] : []),
  ];
}

function untested(report: Report, { dim }: Palette): readonly Line[] {
  const found = report.requirements.filter(({ status }) => status === "untested").map(({ id }) => id);
  return found.length === 0 ? [] : [dim(`        ${found.length} untested, and not counted: ${found.join(", ")}`)];
}

function all(status: (typeof LISTED)[number], report: Report): readonly Line[] {
  const found = requirementsIn(report, status);
  if (found.length === 0) return [];
  return [line`${found.length} ${status.replace("_", " ")}`, ...found.map((each) => line`  ${each}`)];
}

/** `3 passed, 1 failed` */
export function tally(counts: Readonly<Partial<Record<Status, number>>>, paint: Palette): Line {
  const plain: Paint = (text) => line`${text}`;
  const colors: Partial<Record<Status, Paint>> = {
    passed: plain,
    blocked: paint.warn,
    skipped: paint.dim,
    not_taken: paint.dim,
    known_failing: paint.warn,
  };
  const parts = (Object.keys(STATUSES) as Status[])
    .filter((status) => (counts[status] ?? 0) > 0)
    .map((status) => (colors[status] ?? paint.bad)(`${counts[status]} ${STATUSES[status]}`));
  return join(parts, ", ");
}
