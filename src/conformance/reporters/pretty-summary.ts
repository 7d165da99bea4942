/** The end of a report for people: what to fix first, notes, counts and the verdict. */

import type { CaseRecord, Report } from "../run/report.js";
import { RANDOM_CALLS } from "../run/repro.js";
import { baselineLines } from "./baseline-lines.js";
import { type Line, line } from "./line.js";
import type { Paint, Palette } from "./palette.js";
import { explainCase, explainTrace, type Levels } from "./pretty-case.js";
import { causeLines } from "./pretty-causes.js";
import { requirementLines, tally } from "./pretty-counts.js";
import { baselineWords, isFinding, nameOf, outcomeOf, STATUSES, symptomWords, verdictWords } from "./wording.js";

/** As many causes are explained in full. More are only listed, so that the report fits on a screen. */
const EXPLAINED = 2;

/** Notes, and cases with the same finding. */
const LIST_LIMIT = 5;

const BLANK = line``;

/**
 * All lines after the last case.
 * @param isVerbose whether every finding is explained and every requirement listed
 */
export function endOfRun(report: Report, paint: Palette, isVerbose = false): readonly Line[] {
  const isExcused = outcomeOf(report) === "excused";
  const isTraced = report.cases.some(({ id, trace = [] }) => trace.length > 0 && id !== RANDOM_CALLS);
  const isExplained = isVerbose || isTraced || report.causes.length <= EXPLAINED;
  return [
    ...traces(report, paint),
    ...(isExplained ? findings(report, paint, isVerbose || isTraced) : []),
    ...(isExplained ? [] : randomCalls(report, paint)),
    ...(isExplained && !isVerbose ? [] : causeLines(report, paint, isVerbose)),
    ...baselineLines(report).map((each) => line`${each}`),
    ...notes(report.cases, paint, isVerbose),
    ...symptoms(report, paint),
    BLANK,
    ...requirementLines(report, paint, isVerbose),
    line`Cases   ${tally(report.summary.cases, paint)} of ${report.summary.cases.total}`,
    ...sampled(report).map((words) => paint.dim(`        ${words}`)),
    ...exploration(report).map((words) => line`${words}`),
    BLANK,
    verdictLine(report, paint, isVerbose),
    ...(isExcused ? [paint.warn(baselineWords(report).join(" "))] : []),
  ];
}

function verdictLine(report: Report, paint: Palette, isVerbose: boolean): Line {
  const { verdict, cases } = report;
  const isGood = verdict === "conforms" || verdict === "conforms-as-judged";
  const words = (isGood ? paint.good : paint.bad)(verdictWords(report));
  const isWhole = verdict === "conforms" || isVerbose || cases.length === 1;
  return isWhole
    ? words
    : line`${words}  ${paint.dim("--verbose shows every case, --requirement ID judges one alone.")}`;
}

/** Explains cases with the same failures only once. */
function findings(report: Report, paint: Palette, isEach: boolean): readonly Line[] {
  const causes = new Map(report.causes.flatMap((cause, index) => cause.cases.map((id) => [id, index] as const)));
  const groups = new Map<string, CaseRecord[]>();
  const levels = levelsIn(report);
  for (const record of report.cases.filter(isFinding)) {
    const key = isEach ? nameOf(record) : String(causes.get(record.id) ?? nameOf(record));
    groups.set(key, [...(groups.get(key) ?? []), record]);
  }
  return [...groups].flatMap(([key, records]) => {
    const example = report.causes[Number(key)]?.example;
    const first = records.find(({ id }) => id === example) ?? records[0];
    if (first === undefined) return [];
    const rest = records.filter((record) => record !== first).map(nameWithDescription);
    return [BLANK, ...explainCase(first, levels, paint), ...list("more for the same cause", rest, paint.warn, paint)];
  });
}

function levelsIn({ requirements }: Report): Levels {
  return new Map(requirements.map(({ id, level }) => [id, level]));
}

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

function notes(cases: readonly CaseRecord[], paint: Palette, isVerbose: boolean): readonly Line[] {
  const found = [...new Set(cases.flatMap((record) => record.notes ?? []))];
  if (found.length === 0) return [];
  const shown = isVerbose ? found : found.slice(0, LIST_LIMIT);
  const more = found.length - shown.length;
  return [
    BLANK,
    paint.warn("Noted (fails only with --strict)"),
    ...shown.map((note) => line`  ${note}`),
    ...(more > 0 ? [paint.dim(`  … and ${more} more`)] : []),
  ];
}

function symptoms(report: Report, paint: Palette): readonly Line[] {
  const found = symptomWords(report);
  return found.length === 0
    ? []
    : [BLANK, paint.warn("Look at the adapter first"), ...found.map((each) => line`  ${each}`)];
}

/** What was judged by a sample, although it holds for all kill points. */
function sampled({ cases }: Report): readonly string[] {
  const reasons = new Set(cases.flatMap((record) => record.sampled ?? []));
  return [...reasons].map((reason) => {
    const ids = cases.filter((record) => record.sampled === reason).map(({ id }) => id);
    return `${ids.length === 1 ? `${ids[0]} was` : `${ids.length} cases were`} judged by a sample: ${reason}`;
  });
}

/** The case that random calls have found is in no fixture file, so it is always explained. */
function randomCalls(report: Report, paint: Palette): readonly Line[] {
  const found = report.cases.filter(({ id }) => id === RANDOM_CALLS);
  return found.flatMap((record) => [BLANK, ...explainCase(record, levelsIn(report), paint)]);
}

/** What random calls after the cases have shown. */
function exploration({ exploration: explored }: Report): readonly string[] {
  if (explored === undefined) return [];
  const { commands, unexplained, repro, fixture, problem } = explored;
  if (problem !== undefined) return [`Random  no calls: ${problem}`];
  const found = fixture === undefined ? "no violation" : "a violation";
  const line = `Random  ${found} in ${commands} ${commands === 1 ? "call" : "calls"}`;
  if (unexplained === 0) return [line];
  const rest = `${line}; differences that no single requirement explains: ${unexplained}`;
  return repro === undefined ? [rest] : [`${rest}. To see the first:`, `        ${repro}`];
}

function list(title: string, entries: readonly string[], color: Paint, paint: Palette): readonly Line[] {
  if (entries.length === 0) return [];
  const more = entries.length - LIST_LIMIT;
  return [
    color(`  ${entries.length} ${title}`),
    ...entries.slice(0, LIST_LIMIT).map((entry) => line`    ${entry}`),
    ...(more > 0 ? [paint.dim(`    … and ${more} more, all in the JSON report`)] : []),
  ];
}
