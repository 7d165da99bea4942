/**
 * TAP version 14: a test point for each case, with YAML diagnostics, and a last one for the verdict. Without the last one,
 * a run in which nothing was observed would look successful.
 */

import { visibleJson, visibleLine } from "../../base/visible-text.js";
import type { CaseRecord, Report } from "../run/report.js";
import { escapingTemplate, type Markup } from "./escaping-template.js";
import { type ReporterFactory, reporterOf } from "./reporter.js";
import {
  baselineWords,
  implementationOf,
  nameOf,
  outcomeOf,
  requirementsIn,
  scopeOf,
  verdictWords,
} from "./wording.js";

const { template: line, raw, join, rendered } = escapingTemplate("tap", escaped);

export function tap(report: Report): string {
  const points = [...report.cases.map(casePoint), verdictPoint(report)];
  const lines = [
    line`TAP version 14`,
    // Begins with a word of ours, because a name alone could be read as the title of a subtest.
    line`# contract ${scopeOf(report)}, ${implementationOf(report)}, adapter ${report.adapter}`,
    line`1..${points.length}`,
    ...points.flatMap(({ isOk, text, directive, details }, index) => [
      line`${isOk ? "ok" : "not ok"} ${index + 1} - ${text}${directive === undefined ? "" : line` # ${directive}`}`,
      ...diagnostics(details ?? {}),
    ]),
    line``,
  ];
  return rendered(join(lines));
}

export const tapReporter: ReporterFactory = reporterOf(tap);

interface Point {
  readonly isOk: boolean;
  readonly text: string;
  readonly directive?: Markup<"tap">;
  readonly details?: Readonly<Record<string, unknown>>;
}

function casePoint(record: CaseRecord): Point {
  const { status, description, reason, duration_ms, file, repro, verifies = [], failures } = record;
  const text = description === undefined ? nameOf(record) : `${nameOf(record)}: ${description}`;
  const why = reason ?? failures[0]?.message ?? "";
  if (status === "passed") return { isOk: true, text, details: { duration_ms } };
  if (status === "skipped") return { isOk: true, text, directive: line`SKIP ${why}` };
  if (status === "not_taken") return { isOk: true, text, directive: line`SKIP not taken: ${why}` };
  if (status === "blocked") return { isOk: true, text, directive: line`SKIP blocked: ${why}` };
  return {
    isOk: false,
    text,
    ...(status === "known_failing" ? { directive: line`TODO known to fail: ${why}` } : {}),
    details: {
      message: status === "unexpectedly_passing" ? "the baseline lists it as failing, but it passes" : why,
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
    text: `verdict: ${verdictWords(report)}`,
    ...(outcome === "excused" ? { directive: line`TODO ${baselineWords(report).join(" ")}` } : {}),
    details: {
      ...(report.baseline === undefined ? {} : { baseline: report.baseline.findings }),
      violated: requirementsIn(report, "violated"),
      not_observed: requirementsIn(report, "not_observed"),
      not_applicable: requirementsIn(report, "not_applicable"),
      not_taken: requirementsIn(report, "not_taken"),
      untested: requirementsIn(report, "untested"),
    },
  };
}

/** One entry per line, with its value as JSON, which is valid YAML. */
function diagnostics(details: Readonly<Record<string, unknown>>): readonly Markup<"tap">[] {
  const lines = Object.entries(details).flatMap(([key, value]) =>
    Array.isArray(value) && value.length > 0
      ? [`  ${key}:`, ...value.map((item) => `    - ${visibleJson(item)}`)]
      : [`  ${key}: ${visibleJson(value)}`],
  );
  return (lines.length === 0 ? [] : ["  ---", ...lines, "  ..."]).map(raw);
}

/** Escapes a brace at the end, too, because some readers take it for the start of a subtest. */
function escaped(text: string): string {
  return visibleLine(text)
    .replace(/\{(?=\s*$)/u, "\\u{7b}")
    .replaceAll("\\", "\\\\")
    .replaceAll("#", "\\#");
}
