import { join } from "node:path";
import { compileSchemas } from "../../json-schema.js";
import { parseJson } from "../../located-document.js";
import { packageRoot } from "../../package-root.js";
import { readText } from "../../read-text.js";
import type { Report } from "../report.js";
import { type ReporterFactory, reporterOf } from "./reporter.js";

/** The report as JSON, written once at the end, after it has passed its own schema. */
export function json(report: Report): string {
  // What JSON cannot carry must not be there when the schema looks.
  const text = JSON.stringify(report, null, 2);
  checkReport(JSON.parse(text));
  return `${text}\n`;
}

export const jsonReporter: ReporterFactory = reporterOf(json);

/**
 * @throws Error when a value is no report
 */
export function checkReport(value: unknown): asserts value is Report {
  const path = join(packageRoot, "conformance/schema/report.schema.json");
  const schema = parseJson(readText(path, "schema"), path).value as object;
  const [issue] = compileSchemas([schema], { areShipped: true })("report.schema.json")(value);
  if (issue !== undefined) throw new Error(`the report breaks its schema at ${issue.pointer || "/"}: ${issue.message}`);
}
