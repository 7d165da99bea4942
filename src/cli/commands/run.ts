import { planRun } from "../../conformance/plan.js";
import type { Report } from "../../conformance/report.js";
import { run } from "../../conformance/run.js";
import { type ExitCode, NexusError } from "../../errors.js";
import { defineCommand } from "../command.js";
import { loadConfig } from "../config.js";
import { openReporters, REPORTER_FORMATS } from "../reporters.js";

const EXIT_BY_VERDICT: Readonly<Record<Report["verdict"], ExitCode>> = {
  conforms: 0,
  "does-not-conform": 1,
  "nothing-judged": 2,
  "adapter-error": 3,
};

const LEVELS = { must: "MUST", should: "SHOULD", may: "MAY" } as const;

export const command = defineCommand({
  summary: "Judges an implementation against a contract.",
  usage: "[--adapter FORM] [OPTIONS]",
  positionals: [],
  options: {
    adapter: {
      type: "text",
      value: "FORM",
      description: "how to reach the implementation: module:PATH, lines:COMMAND, mcp-stdio:COMMAND, mcp-http:URL",
    },
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
      "keep-workspaces": keepWorkspaces,
      ...rest
    } = { ...config, ...flags };
    if (adapter === undefined) throw NexusError.of("NXC_USAGE_NO_ADAPTER", {});
    const plan = await planRun(adapter, {
      ...rest,
      cwd: context.cwd,
      ...(level === undefined ? {} : { level: LEVELS[level as keyof typeof LEVELS] }),
      ...(requirement === undefined ? {} : { requirements: requirement }),
      ...(keepWorkspaces === undefined ? {} : { keepWorkspaces }),
    });
    const reporters = await openReporters(reporter ?? ["pretty"], flags["no-color"] !== true, context);
    let code: ExitCode = 3;
    for await (const event of run(plan)) {
      for (const each of reporters) each.handle(event);
      if (event.type === "run-finished") code = EXIT_BY_VERDICT[event.report.verdict];
    }
    for (const each of reporters) each.finish();
    return code;
  },
});
