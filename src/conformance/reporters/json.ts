import { assertKeeps } from "../../base/shipped-schema.js";
import { visibleJson } from "../../base/visible-text.js";
import type { Report } from "../run/report.js";
import { type ReporterFactory, reporterOf } from "./reporter.js";

/** The report as JSON. It is checked against its schema before it is written. */
export function json(report: Report): string {
  // The schema checks the parsed text, because values that JSON cannot contain are dropped.
  const text = visibleJson(report, 2);
  checkReport(JSON.parse(text));
  return `${text}\n`;
}

export const jsonReporter: ReporterFactory = reporterOf(json);

/** @throws Error if the value is not a report */
export function checkReport(value: unknown): asserts value is Report {
  assertKeeps(value, "report.schema.json", "the report");
}
