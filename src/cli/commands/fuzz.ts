import { definedOnly } from "../../base/defined-only.js";
import { type ExitCode, NexusError } from "../../base/errors.js";
import { visibleLines } from "../../base/visible-text.js";
import { RUN_OPTIONS } from "../common/run-options.js";
import { SELECTION_OPTIONS, selectionOf } from "../common/selection.js";
import { defineCommand } from "../frame/command.js";

const { config, contract, profile } = SELECTION_OPTIONS;

const DEFAULT_RUNS = 10_000;

export const command = defineCommand({
  description: "Compares an implementation with the model of its contract in random sequences of calls.",
  positionals: [],
  options: {
    adapter: RUN_OPTIONS.adapter,
    config,
    contract,
    profile,
    runs: { type: "integer", value: "N", description: "how many commands in all; 10000 by default" },
    seed: { type: "integer", value: "S", description: "decides every sequence; another one each time by default" },
    out: {
      type: "text",
      value: "FILE",
      description: "where a difference is written as a fixture; fuzz-S.json by default",
    },
    "in-process": RUN_OPTIONS["in-process"],
    timeout: RUN_OPTIONS.timeout,
  },
  async run(flags, _positionals, { cwd, stdout, isTerminal }): Promise<ExitCode> {
    const { loadConfig, planRun } = await import("../common/engine.js");
    const { fuzz } = await import("../../conformance/fuzz/fuzz.js");
    const { ProgressLine } = await import("../../conformance/reporters/progress-line.js");
    const { againLines, checkTarget, differenceLines, headOf, summaryOf, writeFixture } = await import(
      "../common/fuzz-report.js"
    );
    const all = { ...(await loadConfig(flags, cwd)), ...flags };
    const { adapter, timeout, mapping } = all;
    if (adapter === undefined) throw NexusError.of("NXC_USAGE_NO_ADAPTER", {});
    const seed = flags.seed ?? 1 + Math.floor(Math.random() * 999_999_998);
    const runs = flags.runs ?? DEFAULT_RUNS;
    const out = flags.out ?? `fuzz-${seed}.json`;
    checkTarget(out, cwd, seed);
    const plan = await planRun(adapter, {
      ...selectionOf({ contract: all.contract, profile: flags.profile }, cwd),
      ...definedOnly({ timeout, mapping, inProcess: flags["in-process"] }),
    });
    const progress = new ProgressLine({ write: stdout, color: false, isTerminal });
    const tell = (...lines: readonly string[]) => {
      progress.clear();
      stdout(visibleLines(lines));
    };
    try {
      const { finding, counts } = await fuzz(plan, {
        seed,
        runs,
        onProgress: (done) => progress.show(`  ${done} of ${runs} commands`),
        onDifference: (found, tried) => tell(headOf(plan, seed), ...differenceLines(found, tried)),
      });
      if (finding === undefined) {
        tell(headOf(plan, seed), summaryOf(counts));
        return 0;
      }
      if (finding.fixture !== undefined) writeFixture(out, finding.fixture, cwd);
      const given = [
        ...(flags.config === undefined ? [] : ["--config", flags.config]),
        ...(flags.profile === undefined ? [] : ["--profile", flags.profile]),
        ...(flags.timeout === undefined ? [] : ["--timeout", String(flags.timeout)]),
      ];
      tell(...againLines(finding, { plan, seed, runs, out, flags: given }));
      return finding.thrown !== undefined ? 3 : 1;
    } finally {
      progress.clear();
    }
  },
});
