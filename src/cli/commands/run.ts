import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { exitCodeOf } from "../../conformance/outcome.js";
import { planRun } from "../../conformance/plan.js";
import { run } from "../../conformance/run.js";
import { type ExitCode, NexusError } from "../../errors.js";
import { writeBaseline } from "../baseline-file.js";
import { defineCommand } from "../command.js";
import { loadConfig } from "../config.js";
import { openReporters, REPORTER_FORMATS } from "../reporters.js";

const LEVELS = { must: "MUST", should: "SHOULD", may: "MAY" } as const;

export const command = defineCommand({
  summary: "Judges an implementation against a contract.",
  usage: "[--adapter FORM] [OPTIONS]",
  positionals: [],
  options: {
    adapter: { type: "text", value: "FORM", description: "how to reach the implementation: module:PATH" },
    config: {
      type: "text",
      value: "FILE",
      description: "configuration file; the nearest nexus-conformance.config.* by default",
    },
    contract: { type: "text", value: "ID", description: "the contract to judge by; core by default" },
    profile: {
      type: "text",
      value: "NAME",
      description: "the largest profile to judge; the contract's last by default",
    },
    level: {
      type: "text",
      value: "LEVEL",
      description: "the weakest level to judge",
      choices: Object.keys(LEVELS),
    },
    run: { type: "text", value: "GLOB", description: "only cases whose id or name matches", multiple: true },
    skip: {
      type: "text",
      value: "GLOB",
      description: "leave these cases out; they count as not observed",
      multiple: true,
    },
    requirement: { type: "text", value: "ID", description: "only cases that verify this requirement", multiple: true },
    fixtures: {
      type: "text",
      value: "PATH",
      description: "judge by these fixture files, folders or globs instead of the contract's own",
      multiple: true,
    },
    reporter: {
      type: "text",
      value: "FORMAT[:FILE]",
      description: `how to report: ${REPORTER_FORMATS.join(", ")}; pretty by default`,
      multiple: true,
    },
    baseline: { type: "text", value: "FILE", description: "cases that are known not to pass, with their reasons" },
    "update-baseline": { type: "flag", description: "write new failures into the baseline, and drop what passes" },
    strict: { type: "flag", description: "notes and violated SHOULD requirements fail the run" },
    timeout: { type: "integer", value: "MS", description: "time limit of each call in milliseconds; 10000 by default" },
    bail: { type: "integer", value: "N", description: "stop after N cases that do not pass; 1 when bare", bare: "1" },
    "keep-workspaces": { type: "flag", description: "leave the folder of every case in place and name it" },
    "no-color": { type: "flag", description: "no colours" },
  },
  async run(flags, _positionals, context) {
    const { $schema: _, ...config } = await loadConfig(flags.config, context.cwd);
    const {
      adapter,
      level,
      requirement,
      reporter,
      baseline,
      "update-baseline": updates,
      "keep-workspaces": keepWorkspaces,
      ...rest
    } = { ...config, ...flags };
    if (adapter === undefined) throw NexusError.of("NXC_USAGE_NO_ADAPTER", {});
    if (updates === true && baseline === undefined) throw NexusError.of("NXC_USAGE_NO_BASELINE", {});
    const isNew = updates === true && !existsSync(resolve(context.cwd, baseline ?? ""));
    const plan = await planRun(adapter, {
      ...rest,
      cwd: context.cwd,
      ...(level === undefined ? {} : { level: LEVELS[level as keyof typeof LEVELS] }),
      ...(requirement === undefined ? {} : { requirements: requirement }),
      ...(baseline === undefined || isNew ? {} : { baseline }),
      ...(keepWorkspaces === undefined ? {} : { keepWorkspaces }),
    });
    const reporters = await openReporters(reporter ?? ["pretty"], flags["no-color"] !== true, context);
    let code: ExitCode = 3;
    for await (const event of run(plan)) {
      for (const each of reporters) each.handle(event);
      if (event.type !== "run-finished") continue;
      code = exitCodeOf(event.report);
      if (updates === true && baseline !== undefined) code = writeBaseline(baseline, plan, event.results, context);
    }
    for (const each of reporters) each.finish();
    return code;
  },
});
