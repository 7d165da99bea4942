import { definedOnly } from "../../base/defined-only.js";
import { NexusError } from "../../base/errors.js";
import { openOutputs } from "../common/outputs.js";
import { RUN_OPTIONS } from "../common/run-options.js";
import { SELECTION_OPTIONS, selectionOf } from "../common/selection.js";
import { type Context, defineCommand } from "../frame/command.js";

const FORMATS = ["pretty", "json"] as const;

export const command = defineCommand({
  description: "Runs the cases and shows which parts of the contract they really assert, and which nothing asserts.",
  positionals: [],
  options: {
    adapter: RUN_OPTIONS.adapter,
    ...SELECTION_OPTIONS,
    requirement: {
      ...SELECTION_OPTIONS.requirement,
      description: "show which cases cover this requirement, and nothing else",
    },
    "fail-below": { type: "integer", value: "PERCENT", description: "fail when less than this of any kind is covered" },
    reporter: {
      type: "text",
      value: "FORMAT[:FILE]",
      description: `how to report: ${FORMATS.join(", ")}; pretty by default`,
      multiple: true,
    },
    "in-process": RUN_OPTIONS["in-process"],
    timeout: RUN_OPTIONS.timeout,
    jobs: RUN_OPTIONS.jobs,
  },
  async run(flags, _positionals, context) {
    const limit = flags["fail-below"];
    if (limit !== undefined && limit > 100) {
      const problem = `cannot be "${limit}": it is a whole number from 1 to 100`;
      throw NexusError.of("NXC_USAGE_FLAG_VALUE", { flag: "--fail-below", problem, expected: "--fail-below PERCENT" });
    }
    const { coverageOf, exitCodeOf, loadConfig, planRun, run } = await import("../common/engine.js");
    const { COVERAGE_FORMATS, requirementLines } = await import("../../conformance/coverage/write-coverage.js");
    // The reporters in the configuration are for runs, not for coverage.
    const { reporter: _, ...config } = await loadConfig(flags, context.cwd);
    const all = { ...config, ...flags };
    const { adapter, baseline, mapping, timeout, jobs, strict } = all;
    if (adapter === undefined) throw NexusError.of("NXC_USAGE_NO_ADAPTER", {});
    const outputs = openOutputs(flags.reporter ?? ["pretty"], FORMATS, context);
    const plan = await planRun(adapter, {
      explore: 0,
      ...selectionOf(all, context.cwd),
      coverage: true,
      ...definedOnly({ timeout, jobs, strict, baseline, mapping, inProcess: flags["in-process"] }),
    });
    const { requirement } = flags;
    for await (const event of run(plan)) {
      if (event.type !== "run-finished") continue;
      const coverage = coverageOf(plan, event, definedOnly({ requirements: requirement }));
      for (const { format, write } of outputs) {
        const isShort = requirement !== undefined && format === "pretty";
        write(isShort ? requirementLines(coverage) : COVERAGE_FORMATS[format as (typeof FORMATS)[number]](coverage));
      }
      for (const { finish } of outputs) finish();
      const verdict = exitCodeOf(event.report);
      const below = limit === undefined ? [] : coverage.kinds.filter(({ percent }) => percent < limit);
      const problems = [
        ...(verdict === 0 ? [] : [NexusError.of("NXC_COVERAGE_RUN", { verdict: event.report.verdict })]),
        ...below.map(({ kind, covered, total, percent }) =>
          NexusError.of("NXC_COVERAGE_BELOW", { kind, covered, total, percent, limit: limit ?? 0 }),
        ),
      ];
      tell(problems, context);
      if (verdict !== 0) return verdict;
      return problems.length + coverage.findings.length > 0 ? 1 : 0;
    }
    return 3;
  },
});

function tell(problems: readonly NexusError[], { stderr }: Context): void {
  for (const { line } of problems) stderr(`${line}\n`);
}
