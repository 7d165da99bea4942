import { resolve } from "node:path";
import { type ExitCode, NexusError } from "../../base/errors.js";
import { readReport } from "../common/read-report.js";
import { wantsColor } from "../common/reporters.js";
import { defineCommand } from "../frame/command.js";

export const command = defineCommand({
  description:
    "Shows the JSON reports of several implementations side by side, differences first. It exits with 0 whatever the verdicts.",
  positionals: ["<REPORT...>"],
  options: { "no-color": { type: "flag", description: "no colours" } },
  async run(flags, [files], context): Promise<ExitCode> {
    const { compareText } = await import("../../conformance/reporters/compare-text.js");
    const reports = await Promise.all(files.map((file) => readReport(resolve(context.cwd, file), file)));
    const [first, ...others] = reports;
    const program = "nexus-conformance compare";
    if (first === undefined || others.length === 0) {
      throw NexusError.of("NXC_USAGE_ARGUMENT", { problem: "one report cannot be compared", hint: "", program });
    }
    const other = others.find(({ contract }) => contract !== first.contract);
    if (other !== undefined) {
      const problem = `the reports are of different contracts, ${first.contract} and ${other.contract}`;
      throw NexusError.of("NXC_USAGE_ARGUMENT", { problem, hint: "", program });
    }
    context.stdout(compareText(reports, flags["no-color"] !== true && wantsColor(context)));
    return 0;
  },
});
