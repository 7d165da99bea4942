import { randomInt } from "node:crypto";
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { definedOnly } from "../../base/defined-only.js";
import { type ExitCode, NexusError } from "../../base/errors.js";
import { openReporters, REPORTER_FORMATS } from "../common/reporters.js";
import { RUN_OPTIONS } from "../common/run-options.js";
import { SELECTION_OPTIONS, selectionOf } from "../common/selection.js";
import { type Context, defineCommand } from "../frame/command.js";

export const command = defineCommand({
  description: "Judges an implementation against a contract.",
  positionals: [],
  options: {
    adapter: RUN_OPTIONS.adapter,
    ...SELECTION_OPTIONS,
    reporter: {
      type: "text",
      value: "FORMAT[:FILE]",
      description: `how to report: ${REPORTER_FORMATS.join(", ")}; pretty by default`,
      multiple: true,
    },
    baseline: { type: "text", value: "FILE", description: "cases that are known not to pass, with their reasons" },
    "update-baseline": { type: "flag", description: "write new failures into the baseline, and drop what passes" },
    strict: { type: "flag", description: "notes and violated SHOULD requirements fail the run" },
    "in-process": RUN_OPTIONS["in-process"],
    timeout: RUN_OPTIONS.timeout,
    bail: {
      type: "integer",
      value: "N",
      description: "stop after N cases that do not pass, or after the first",
      bare: "1",
    },
    jobs: RUN_OPTIONS.jobs,
    explore: {
      type: "integer",
      min: 0,
      value: "N",
      description: "random calls at the end, compared with the model of the contract; 300 by default, 0 for none",
    },
    seed: {
      type: "integer",
      value: "N",
      description: "draw the texts that mean nothing from this number; another one each time, and in CI as written",
    },
    shuffle: {
      type: "integer",
      value: "N",
      description: "judge the cases in the order that this number shuffles them into",
    },
    "keep-workspaces": { type: "flag", description: "leave the folder of every case in place and name it" },
    trace: { type: "flag", description: "record what every step asked, was answered and changed" },
    store: { ...RUN_OPTIONS.store, description: "write a record of each failing case into this folder, for replay" },
    watch: { type: "flag", description: "run again when the adapter's folder or the fixtures change" },
    verbose: { type: "flag", description: "show every case; by default the report is by cause" },
    "no-color": { type: "flag", description: "no colours" },
  },
  async run(flags, _positionals, context) {
    const { closeAdapter, configFileOf, exitCodeOf, loadConfig, planRun, run, storeFailures, writeBaseline } =
      await import("../common/engine.js");
    const all = { ...(await loadConfig(flags, context.cwd)), ...flags };
    const { adapter, mapping, reporter, baseline, store, timeout, bail, jobs, shuffle, strict, trace } = all;
    const updates = flags["update-baseline"] === true;
    if (adapter === undefined) throw NexusError.of("NXC_USAGE_NO_ADAPTER", {});
    if (flags.watch === true) {
      const { watch, wordsOf } = await import("../common/watch.js");
      const { watch: _, ...others } = flags;
      const reports = (reporter ?? []).flatMap((spec) => spec.split(":").slice(1).join(":") || []);
      const written = [
        ...reports,
        ...(baseline === undefined ? [] : [baseline]),
        ...(store === undefined ? [] : [store]),
      ];
      return watch(["run", ...wordsOf(others)], { ...all, adapter, written }, context);
    }
    if (updates && baseline === undefined) throw NexusError.of("NXC_USAGE_NO_BASELINE", {});
    const isNew = updates && !existsSync(resolve(context.cwd, baseline ?? ""));
    const plan = await planRun(adapter, {
      ...selectionOf(all, context.cwd),
      ...definedOnly({
        timeout,
        bail,
        jobs,
        shuffle,
        strict,
        mapping,
        trace,
        explore: flags.explore,
        seed: seedFor(flags.seed, context),
        inProcess: flags["in-process"],
      }),
      ...definedOnly({ config: configFileOf(flags.config, context.cwd) }),
      ...definedOnly({ baseline: isNew ? undefined : baseline, keepWorkspaces: flags["keep-workspaces"] }),
    });
    const style = { colors: flags["no-color"] !== true, isVerbose: flags.verbose === true };
    const reporters = await openReporters(reporter ?? ["pretty"], style, context).catch(async (thrown: unknown) => {
      // Nothing will run, so remove the folders of the plan and restore the home folder of this process.
      await closeAdapter(plan);
      throw thrown;
    });
    let code: ExitCode = 3;
    for await (const event of run(plan)) {
      for (const each of reporters) each.handle(event);
      if (event.type !== "run-finished") continue;
      code = exitCodeOf(event.report);
      if (store !== undefined) storeFailures(resolve(context.cwd, store), plan, event.results, context.cwd);
      if (updates && baseline !== undefined) code = writeBaseline(baseline, plan, event.results, context);
    }
    for (const each of reporters) each.finish();
    return code;
  },
});

/** A build must not fail by the luck of a draw, so in CI the texts are as written unless a seed is named. */
function seedFor(named: number | undefined, { env }: Context): number | undefined {
  if (named !== undefined || (env["CI"] ?? "") !== "") return named;
  return randomInt(1, 999_999_999);
}
