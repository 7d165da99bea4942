import { resolve } from "node:path";
import type { ExitCode } from "../../base/errors.js";
import { readReport } from "../common/read-report.js";
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
    verbose: { type: "flag", description: "show every case; by default the report is by cause" },
    "no-color": { type: "flag", description: "no colours" },
  },
  async run(flags, [file], context): Promise<ExitCode> {
    const report = await readReport(resolve(context.cwd, file), file);
    const style = { colors: flags["no-color"] !== true, isVerbose: flags.verbose === true };
    const reporters = await openReporters(flags.reporter ?? ["pretty"], style, context);
    for (const each of reporters) each.replay(report);
    for (const each of reporters) each.finish();
    return 0;
  },
});
