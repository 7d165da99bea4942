/**
 * TAP version 14: a test point for each case, with YAML diagnostics, and a last one for the verdict. Without it a
 * reader of test points alone would take a run in which nothing was observed for a good one.
 */

import type { CaseRecord, Report } from "../report.js";
import { type ReporterFactory, reporterOf } from "./reporter.js";
import { baselineWords, implementationOf, nameOf, outcomeOf, requirementsIn, scopeOf, VERDICTS } from "./wording.js";

export function tap(report: Report): string {
  const points = [...report.cases.map(casePoint), verdictPoint(report)];
  return [
    "TAP version 14",
    `# ${oneLine(scopeOf(report))}, ${oneLine(implementationOf(report))}, adapter ${oneLine(report.adapter)}`,
    `1..${points.length}`,
    ...points.map(({ isOk, text, directive, details }, index) =>
      [
        `${isOk ? "ok" : "not ok"} ${index + 1} - ${escaped(text)}${directive === undefined ? "" : ` # ${directive}`}`,
        ...diagnostics(details ?? {}),
      ].join("\n"),
    ),
    "",
  ].join("\n");
}

export const tapReporter: ReporterFactory = reporterOf(tap);

interface Point {
  readonly isOk: boolean;
  readonly text: string;
  readonly directive?: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

function casePoint(record: CaseRecord): Point {
  const { status, description, reason, duration_ms, file, repro, verifies = [], failures } = record;
  const text = description === undefined ? nameOf(record) : `${nameOf(record)}: ${description}`;
  const why = oneLine(reason ?? failures[0]?.message ?? "");
  if (status === "passed") return { isOk: true, text, details: { duration_ms } };
  if (status === "skipped") return { isOk: true, text, directive: `SKIP ${why}`.trim() };
  return {
    isOk: false,
    text,
    ...(status === "known_failing" ? { directive: `TODO known to fail: ${why}` } : {}),
    details: {
      message: status === "unexpectedly_passing" ? "the baseline says that it fails, and it passes" : why,
      severity: status === "errored" ? "error" : "fail",
      duration_ms,
      at: file,
      ...(verifies.length > 0 ? { verifies } : {}),
      ...(failures.length > 0 ? { failures } : {}),
      repro,
    },
  };
}

function verdictPoint(report: Report): Point {
  const outcome = outcomeOf(report);
  return {
    isOk: outcome === "passed",
    text: `verdict: ${VERDICTS[report.verdict]}`,
    ...(outcome === "excused" ? { directive: `TODO ${baselineWords(report).join(" ")}` } : {}),
    details: {
      ...(report.baseline === undefined ? {} : { baseline: report.baseline.findings }),
      violated: requirementsIn(report, "violated"),
      not_observed: requirementsIn(report, "not_observed"),
      not_applicable: requirementsIn(report, "not_applicable"),
    },
  };
}

/** One entry a line, its value in JSON, which YAML reads as it is. */
function diagnostics(details: Readonly<Record<string, unknown>>): readonly string[] {
  const lines = Object.entries(details).flatMap(([key, value]) =>
    Array.isArray(value) && value.length > 0
      ? [`  ${key}:`, ...value.map((item) => `    - ${yaml(item)}`)]
      : [`  ${key}: ${yaml(value)}`],
  );
  return lines.length === 0 ? [] : ["  ---", ...lines, "  ..."];
}

/** YAML takes fewer characters as they are than JSON does. */
function yaml(value: unknown): string {
  return (JSON.stringify(value) ?? "null").replaceAll(
    /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

function escaped(text: string): string {
  return oneLine(text).replaceAll("\\", "\\\\").replaceAll("#", "\\#");
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}
