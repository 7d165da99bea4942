/** The end of a report for people: findings, notes, counts, requirements and the verdict. */

import type { CaseRecord, Report } from "../run/report.js";
import { baselineLines } from "./baseline-lines.js";
import { join, type Line, line } from "./line.js";
import type { Paint, Palette } from "./palette.js";
import { explainCase, explainTrace } from "./pretty-case.js";
import {
  baselineWords,
  conformingByOrigin,
  conformingRequirements,
  isFinding,
  nameOf,
  outcomeOf,
  requirementsIn,
  STATUSES,
  type Status,
  symptomWords,
  VERDICTS,
} from "./wording.js";

/** Entries of a list of requirements or cases. */
const LIST_LIMIT = 12;

const BLANK = line``;

/** All lines after the last case. */
export function endOfRun(report: Report, paint: Palette): readonly Line[] {
  const isExcused = outcomeOf(report) === "excused";
  return [
    ...traces(report, paint),
    ...findings(report, paint),
    ...baselineLines(report).map((each) => line`${each}`),
    ...notes(report.cases, paint),
    ...symptoms(report, paint),
    BLANK,
    ...summary(report, paint),
    BLANK,
    report.verdict === "conforms" ? paint.good(VERDICTS.conforms) : paint.bad(VERDICTS[report.verdict]),
    ...(isExcused ? [paint.warn(baselineWords(report).join(" "))] : []),
  ];
}

/** Explains cases with the same failures only once. */
function findings(report: Report, paint: Palette): readonly Line[] {
  const groups = new Map<string, CaseRecord[]>();
  for (const record of report.cases.filter(isFinding)) {
    const cause = JSON.stringify([record.status, record.failures.map(({ code, message }) => [code, message])]);
    const key = record.trace === undefined ? cause : nameOf(record);
    groups.set(key, [...(groups.get(key) ?? []), record]);
  }
  return [...groups.values()].flatMap(([first, ...rest]) => {
    if (first === undefined) return [];
    const same = list("more with the same finding", rest.map(nameWithDescription), paint.warn, paint);
    return [BLANK, ...explainCase(first, paint), ...same];
  });
}

/** With the description, because cases with the same finding may have different causes. */
function nameWithDescription(record: CaseRecord): string {
  return record.description === undefined ? nameOf(record) : `${nameOf(record)}: ${record.description}`;
}

/** The traces of cases that passed, if traces were requested. */
function traces(report: Report, paint: Palette): readonly Line[] {
  return report.cases.flatMap((record) => {
    const { status, trace = [], file } = record;
    if (isFinding(record) || trace.length === 0) return [];
    const title = line`${STATUSES[status].toUpperCase()} ${paint.strong(nameOf(record))}  ${paint.dim(file)}`;
    return [BLANK, title, ...explainTrace(record, paint)];
  });
}

function notes(cases: readonly CaseRecord[], paint: Palette): readonly Line[] {
  const found = [...new Set(cases.flatMap((record) => record.notes ?? []))];
  if (found.length === 0) return [];
  return [BLANK, paint.warn("Noted (fails only with --strict)"), ...found.map((note) => line`  ${note}`)];
}

function symptoms(report: Report, paint: Palette): readonly Line[] {
  const found = symptomWords(report);
  return found.length === 0
    ? []
    : [BLANK, paint.warn("Look at the adapter first"), ...found.map((each) => line`  ${each}`)];
}

function summary(report: Report, paint: Palette): readonly Line[] {
  const { total, ...counts } = report.summary.cases;
  const conforming = conformingRequirements(report);
  const origins = conformingByOrigin(report);
  return [
    line`Cases         ${tally(counts, paint)}${counts.passed === total ? "" : ` of ${total}`}`,
    ...(conforming === "" ? [] : [line`Requirements  ${report.contract} / ${report.profile}: ${conforming}`]),
    ...(origins === "" ? [] : [line`              MUST by origin: ${origins}`]),
    ...list("violated", requirementsIn(report, "violated"), paint.bad, paint),
    ...list("not observed", requirementsIn(report, "not_observed"), paint.warn, paint),
    ...list("not applicable", requirementsIn(report, "not_applicable"), paint.dim, paint),
    ...sampled(report).map((words) => paint.dim(`  ${words}`)),
    ...list("not taken", requirementsIn(report, "not_taken"), paint.dim, paint),
    ...list("untested, and not counted", requirementsIn(report, "untested"), paint.dim, paint),
  ];
}

/** What was judged by a sample, although it holds for all kill points. */
function sampled({ cases }: Report): readonly string[] {
  const reasons = cases.flatMap((record) => record.sampled ?? []);
  return [...new Set(reasons)].map((reason) => {
    const count = reasons.filter((each) => each === reason).length;
    return `${count} ${count === 1 ? "case was" : "cases were"} judged by a sample: ${reason}`;
  });
}

function list(title: string, ids: readonly string[], color: Paint, paint: Palette): readonly Line[] {
  if (ids.length === 0) return [];
  const more = ids.length - LIST_LIMIT;
  return [
    color(`  ${ids.length} ${title}`),
    ...ids.slice(0, LIST_LIMIT).map((id) => line`    ${id}`),
    ...(more > 0 ? [paint.dim(`    … and ${more} more, all in the JSON report`)] : []),
  ];
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
