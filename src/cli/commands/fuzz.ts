import { type ExitCode, NexusError } from "../../errors.js";
import { defineCommand } from "../command.js";
import { RUN_OPTIONS } from "../run-options.js";
import { CONTRACT_OPTIONS, selectionOf } from "../selection.js";

const { config, contract } = CONTRACT_OPTIONS;

const DEFAULT_RUNS = 10_000;

export const command = defineCommand({
  summary: "Compares an implementation with the model of its contract in random sequences of calls.",
  usage: "[--adapter FORM] [OPTIONS]",
  positionals: [],
  options: {
    adapter: RUN_OPTIONS.adapter,
    config,
    contract,
    runs: { type: "integer", value: "N", description: "how many commands in all; 10000 by default" },
    seed: { type: "integer", value: "S", description: "decides every sequence; another one each time by default" },
    out: {
      type: "text",
      value: "FILE",
      description: "where a difference is written as a fixture; fuzz-S.json by default",
    },
    timeout: RUN_OPTIONS.timeout,
  },
  async run(flags, _positionals, { cwd, stdout, stderr, isTerminal }): Promise<ExitCode> {
    const { loadConfig, planRun } = await import("../engine.js");
    const { fuzz } = await import("../../conformance/fuzz/fuzz.js");
    const { checkTarget, failsAlone, linesOf, summaryOf, writeFinding } = await import("../fuzz-report.js");
    const all = { ...(await loadConfig(flags.config, cwd)), ...flags };
    const { adapter, timeout, mapping } = all;
    if (adapter === undefined) throw NexusError.of("NXC_USAGE_NO_ADAPTER", {});
    const seed = flags.seed ?? 1 + Math.floor(Math.random() * 999_999_998);
    const runs = flags.runs ?? DEFAULT_RUNS;
    const out = flags.out ?? `fuzz-${seed}.json`;
    checkTarget(out, cwd, seed);
    const named = all.contract === undefined ? {} : { contract: all.contract };
    const options = {
      ...selectionOf(named, cwd),
      ...(timeout === undefined ? {} : { timeout }),
      ...(mapping === undefined ? {} : { mapping }),
    };
    const plan = await planRun(adapter, options);
    const onProgress = isTerminal ? { onProgress: (done: number) => stderr(`\r${done} of ${runs} commands`) } : {};
    const result = await fuzz(plan, { seed, runs, ...onProgress });
    if (isTerminal) stderr("\r\u001b[K");
    const { name, version } = plan.adapter;
    const what = [name, version].filter((part) => part !== undefined).join(" ");
    stdout(`${plan.contract.id} ${plan.contract.version}  ${what}  seed ${seed}\n`);
    const { finding } = result;
    if (finding === undefined) {
      stdout(`${summaryOf(result)}\n`);
      return 0;
    }
    writeFinding(out, finding, cwd);
    const isShown = await failsAlone(finding, () => planRun(adapter, { ...options, fixtures: [out] }));
    stdout(`${linesOf(result, finding, { plan, seed, runs, out, isShown }).join("\n")}\n`);
    return finding.thrown !== undefined ? 3 : 1;
  },
});
