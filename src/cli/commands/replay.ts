import { resolve } from "node:path";
import { definedOnly } from "../../base/defined-only.js";
import { type ExitCode, NexusError } from "../../base/errors.js";
import { visibleLines } from "../../base/visible-text.js";
import { openReporters } from "../common/reporters.js";
import { RUN_OPTIONS } from "../common/run-options.js";
import { SELECTION_OPTIONS } from "../common/selection.js";
import { defineCommand } from "../frame/command.js";

export const command = defineCommand({
  description: "Runs a case again that a run with --store has recorded as failing.",
  positionals: ["<ID>"],
  options: {
    store: RUN_OPTIONS.store,
    config: SELECTION_OPTIONS.config,
    "no-color": { type: "flag", description: "no colours" },
  },
  async run(flags, [id], context): Promise<ExitCode> {
    const { exitCodeOf, loadConfig, planRun, readFailure, run, storeFailures } = await import("../common/engine.js");
    const config = await loadConfig({ config: flags.config }, context.cwd);
    const store = flags.store ?? config.store;
    if (store === undefined) {
      const problem = "no store was named, with --store DIR or in the configuration file";
      throw NexusError.of("NXC_USAGE_ARGUMENT", { problem, hint: "", program: "nexus-conformance replay" });
    }
    const path = resolve(context.cwd, store);
    const { adapter, contract, fixtures, seed, timeout, strict, folder } = readFailure(path, store, id);
    // The recorded paths start at the folder in which the run was recorded.
    const plan = await planRun(adapter, {
      cwd: folder,
      run: [id],
      timeout,
      strict,
      ...definedOnly({
        seed,
        mapping: (await loadConfig({ config: flags.config, contract }, context.cwd)).mapping,
        contract,
      }),
      ...(fixtures.length === 0 ? {} : { fixtures }),
    });
    const [reporter] = await openReporters(
      ["pretty"],
      { colors: flags["no-color"] !== true, isVerbose: true },
      context,
    );
    for await (const event of run(plan)) {
      reporter?.handle(event);
      if (event.type !== "run-finished") continue;
      storeFailures(path, plan, event.results, folder);
      const [result] = event.results;
      if (result?.status === "passed") context.stdout(visibleLines([`${id} passes now; its record is removed.`]));
      return exitCodeOf(event.report);
    }
    return 3;
  },
});
