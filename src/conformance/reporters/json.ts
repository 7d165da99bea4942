import { assertKeeps } from "../../base/shipped-schema.js";
import { visibleJson } from "../../base/visible-text.js";
import type { Report } from "../run/report.js";
import { type ReporterFactory, reporterOf } from "./reporter.js";

/** The report as JSON, written once at the end, after it has passed its own schema. */
export function json(report: Report): string {
  // What JSON cannot carry must not be there when the schema looks.
  const text = visibleJson(report, 2);
  checkReport(JSON.parse(text));
  return `${text}\n`;
}

export const jsonReporter: ReporterFactory = reporterOf(json);

/**
 * @throws Error when a value is no report
 */
export function checkReport(value: unknown): asserts value is Report {
  assertKeeps(value, "report.schema.json", "the report");
}
