import { NexusError } from "../../base/errors.js";
import { parseJson } from "../../base/located-document.js";
import { readText } from "../../base/read-text.js";
import { reasonOf } from "../../base/reason-of.js";
import type { Report } from "../../conformance/run/report.js";

/**
 * Reads the JSON report of an earlier run.
 * @param shown the path as the user wrote it
 * @throws NexusError NXC_REPORT_INVALID, or when the file cannot be read
 */
export async function readReport(path: string, shown: string): Promise<Report> {
  // The schema validator is slow to load, and help does not need it.
  const { checkReport } = await import("../../conformance/reporters/json.js");
  const check: (value: unknown) => asserts value is Report = checkReport;
  const { value } = parseJson(readText(path, "report", shown), shown);
  try {
    check(value);
  } catch (thrown) {
    throw NexusError.of("NXC_REPORT_INVALID", { reason: reasonOf(thrown) }, shown, thrown);
  }
  return value;
}
