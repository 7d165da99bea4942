import { resolve } from "node:path";
import { type ExitCode, NexusError } from "../../base/errors.js";
import { parseJson } from "../../base/located-document.js";
import { readText } from "../../base/read-text.js";
import { reasonOf } from "../../base/reason-of.js";
import type { Report } from "../../conformance/run/report.js";
import { openReporters, REPORTER_FORMATS } from "../common/reporters.js";
import { defineCommand } from "../frame/command.js";

export const command = defineCommand({
  description:
    "Turns the JSON report of an earlier run into other formats. Converting is not judging: it exits with 0 whatever the verdict.",
  positionals: ["<FILE>"],
  options: {
    reporter: {
      type: "text",
      value: "FORMAT[:FILE]",
      description: `how to report: ${REPORTER_FORMATS.join(", ")}; pretty by default`,
      multiple: true,
    },
    "no-color": { type: "flag", description: "no colours" },
  },
  async run(flags, [file], context): Promise<ExitCode> {
    const report = await readReport(resolve(context.cwd, file), file);
    const reporters = await openReporters(flags.reporter ?? ["pretty"], flags["no-color"] !== true, context);
    for (const each of reporters) each.replay(report);
    for (const each of reporters) each.finish();
    return 0;
  },
});

async function readReport(path: string, shown: string): Promise<Report> {
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
