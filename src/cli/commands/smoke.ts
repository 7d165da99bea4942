import { definedOnly } from "../../base/defined-only.js";
import { type ExitCode, NexusError } from "../../base/errors.js";
import { visibleLines } from "../../base/visible-text.js";
import { RUN_OPTIONS } from "../common/run-options.js";
import { SELECTION_OPTIONS, selectionOf } from "../common/selection.js";
import { defineCommand } from "../frame/command.js";

const { config, contract, profile } = SELECTION_OPTIONS;

export const command = defineCommand({
  description: "Checks the adapter alone, with a hint for each thing that is wrong.",
  positionals: [],
  options: {
    adapter: RUN_OPTIONS.adapter,
    config,
    contract,
    profile,
    timeout: RUN_OPTIONS.timeout,
    "in-process": RUN_OPTIONS["in-process"],
  },
  async run(flags, _positionals, { cwd, stdout }): Promise<ExitCode> {
    const { loadConfig, planRun } = await import("../common/engine.js");
    const { smoke } = await import("../../conformance/run/smoke.js");
    const { skip: _, fixtures: _fixtures, level: _level, ...all } = { ...(await loadConfig(flags, cwd)), ...flags };
    if (all.adapter === undefined) throw NexusError.of("NXC_USAGE_NO_ADAPTER", {});
    const { timeout, mapping } = all;
    const plan = await planRun(all.adapter, {
      ...selectionOf(all, cwd),
      ...definedOnly({ timeout, mapping, inProcess: flags["in-process"] }),
    });
    const tell = (...lines: readonly string[]) => stdout(visibleLines(lines));
    const { name, version } = plan.adapter;
    tell(`adapter    ${[name, version].filter((part) => part !== undefined).join(" ")}`);
    let code: ExitCode = 0;
    for await (const { title, status, problem, hint } of smoke(plan)) {
      tell(`${status.padEnd(9)}  ${title}${problem === undefined ? "" : `: ${problem}`}`);
      if (hint !== undefined) tell(`           ${hint}`);
      if (status === "broken") code = 3;
      if (status === "wrong" && code === 0) code = 1;
    }
    tell(code === 0 ? "The adapter works. Judge with nexus-conformance run." : "The adapter needs work.");
    return code;
  },
});
