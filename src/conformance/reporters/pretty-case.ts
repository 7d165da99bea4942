/** Explains a case to a person at a terminal. */

import { ERRORS } from "../../base/errors.js";
import type { CaseRecord, FailureRecord } from "../run/report.js";
import { type FileDiff, fileDiff, stateDiff } from "./file-diff.js";
import { type Line, line } from "./line.js";
import type { DiffLine } from "./line-diff.js";
import type { Palette } from "./palette.js";
import { comparedValues, isFinding, nameOf, printed, problemOf, STATUSES, violatedBy } from "./wording.js";

/** Characters of a value. The JSON report has more. */
const VALUE_LIMIT = 400;

/** Lines of one file. */
const DIFF_LIMIT = 30;

/** The level of each requirement that the report knows. */
export type Levels = ReadonlyMap<string, string>;

/** Explains a case that did not pass: failures, file changes, and the command that runs it alone. */
export function explainCase(record: CaseRecord, levels: Levels, paint: Palette): readonly Line[] {
  const { status, file, description, verifies = [], failures, workspace, repro } = record;
  const mark = isFinding(record) ? paint.bad : paint.warn;
  return [
    line`${mark(STATUSES[status].toUpperCase())} ${paint.strong(nameOf(record))}  ${paint.dim(file)}`,
    ...(description === undefined ? [] : [line`  ${description}`]),
    ...(verifies.length > 0 ? [paint.dim(`  verifies ${verifies.map((id) => leveled(id, levels)).join(", ")}`)] : []),
    ...failures.flatMap((failure) => explainFailure(failure, record, levels, paint)),
    ...explainState(record, paint),
    ...explainTrace(record, paint),
    ...(workspace === undefined ? [] : [line`  kept in ${workspace}`]),
    line`  ${paint.dim("alone:")} ${repro}`,
  ];
}

function leveled(requirement: string, levels: Levels): string {
  const level = levels.get(requirement);
  return level === undefined ? requirement : `${level} ${requirement}`;
}

function explainFailure(failure: FailureRecord, record: CaseRecord, levels: Levels, paint: Palette): readonly Line[] {
  const violated = violatedBy(failure, record);
  return [
    line`  ${paint.bad("•")} ${problemOf(failure, record)}  ${paint.dim(failure.code)}`,
    // Until a fault of the adapter is mended, nothing can be judged, so the remedy is told at once.
    ...(record.status === "errored" && isKnown(failure.code) ? [line`      ${ERRORS[failure.code].remedy}`] : []),
    ...(violated === undefined ? [] : [paint.dim(`      violates ${leveled(violated, levels)}`)]),
    ...comparedValues(failure).map(([label, value]) => line`      ${label.padEnd(8)}  ${printed(value, VALUE_LIMIT)}`),
  ];
}

function isKnown(code: string): code is keyof typeof ERRORS {
  return Object.hasOwn(ERRORS, code);
}

/** Only without a trace, because a trace contains the same changes. */
function explainState(record: CaseRecord, paint: Palette): readonly Line[] {
  const diffs = record.trace === undefined ? stateDiff(record) : undefined;
  if (diffs === undefined) return [];
  if (diffs.length === 0) return [paint.dim("  the step changed no file that the contract judges")];
  return [paint.dim("  file changes of the step:"), ...diffs.flatMap((diff) => fileLines(diff, paint))];
}

/** Every step with its calls, answers and file changes. */
export function explainTrace({ trace = [] }: CaseRecord, paint: Palette): readonly Line[] {
  return trace.flatMap(({ step, kind, calls, changes }) => [
    ...(calls.length === 0 ? [line`  ${paint.dim(`${step + 1} →`)} ${kind}`] : []),
    ...calls.flatMap((made) => [
      line`  ${paint.dim(`${step + 1} →`)} ${made.as === undefined ? "" : `${made.as}: `}${made.call} ${printed(made.params, VALUE_LIMIT)}`,
      ...("answer" in made ? [line`    ${paint.dim("←")} ${printed(made.answer, VALUE_LIMIT)}`] : []),
      ...(made.refusal === undefined
        ? []
        : [line`    ${paint.dim("←")} ${paint.warn("refused")} ${printed(made.refusal, VALUE_LIMIT)}`]),
    ]),
    ...changes.flatMap((texts) => fileLines(fileDiff(texts), paint)),
  ]);
}

function fileLines({ file, change, lines }: FileDiff, paint: Palette): readonly Line[] {
  const more = lines.length - DIFF_LIMIT;
  return [
    line`      ${file} ${paint.dim(change)}`,
    ...lines.slice(0, DIFF_LIMIT).map((each) => line`        ${diffLine(each, paint)}`),
    ...(more > 0 ? [paint.dim(`        … ${more} more lines, all in the JSON report`)] : []),
  ];
}

function diffLine({ kind, text }: DiffLine, paint: Palette): Line {
  const shown = text.length > VALUE_LIMIT ? `${text.slice(0, VALUE_LIMIT)}…` : text;
  if (kind === "removed") return paint.bad(`- ${shown}`);
  if (kind === "added") return paint.good(`+ ${shown}`);
  return kind === "skipped" ? paint.dim("  …") : line`  ${shown}`;
}
