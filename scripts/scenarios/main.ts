/** What `npm run scenarios` does; its script says how it ends. */

import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import type { ExitCode } from "../../src/errors.js";
import { compileGlob } from "../../src/glob.js";
import { type Campaign, campaign, type FinishedRun, isPass } from "./campaign.js";
import { commandModel } from "./command-model.js";
import { loadScenarios, SCENARIO_FOLDER } from "./load.js";
import type { ModelSource } from "./model.js";
import { openAiModel } from "./openai-model.js";
import { ScenarioError } from "./scenario-error.js";
import { scriptedModel } from "./scripted-model.js";
import { jsonOf, markdownOf, terminalTable } from "./write-results.js";

const USAGE = `npm run scenarios -- --model MODEL [options]

  --model MODEL       scripted, command:CMD, or openai:URL
  --model-name NAME   the model that openai:URL is asked for
  --key-env NAME      the environment variable that holds its key (NEXUS_MODEL_KEY)
  --samples N         runs with the body, and as many with its stand-in (5)
  --scenario GLOB     only those with such ids
  --body ID           only those of one agent or skill
  --judge MODEL       asks the questions that no machine can answer; without it they are listed for a person
  --out FILE          writes FILE as Markdown, and the same as JSON beside it
  --turns N           turns of a run before it is stopped (30)
  --timeout SECONDS   for one turn (120)
  --jobs N            runs at a time (1)
  --folder DIR        scenarios of your own
  --help              print this

Exit codes:
  0  every body binds its scenarios
  1  a body fails, or makes no difference
  2  wrong invocation or data, or nothing was judged
  3  the model or the runner failed
`;

export interface World {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdout: (text: string) => unknown;
  readonly stderr: (text: string) => unknown;
}

/** Says in one line what is wrong, and returns the exit code. */
export async function main(words: readonly string[], world: World): Promise<ExitCode> {
  try {
    return await run(words, world);
  } catch (thrown) {
    const line = thrown instanceof ScenarioError ? thrown.line : `the runner failed: ${(thrown as Error).message}`;
    world.stderr(`scenarios: ${line.split("\n", 1)[0]}\n`);
    return thrown instanceof ScenarioError ? thrown.exitCode : 3;
  }
}

async function run(words: readonly string[], world: World): Promise<ExitCode> {
  const options = readOptions(words);
  if (options.help === true) {
    world.stdout(USAGE);
    return 0;
  }
  const all = loadScenarios(options.folder ?? SCENARIO_FOLDER);
  const isNamed = compileGlob(options.scenario ?? "*");
  const chosen = all.filter(
    ({ scenario: { id, body } }) =>
      isNamed(id) && (options.body === undefined || body === options.body || body.endsWith(`/${options.body}`)),
  );
  if (chosen.length === 0)
    throw new ScenarioError("--scenario, --body", "no scenario is so named", "docs/scenarios.md lists them.");
  const source = sourceOf(options.model, "--model", options, world);
  const judge = options.judge === undefined ? undefined : sourceOf(options.judge, "--judge", options, world);
  if (judge?.isScripted === true) throw new ScenarioError("--judge", "a script judges nothing", "Name another model.");
  const finished = await campaign(chosen, source, {
    samples: options.samples,
    maxTurns: options.turns,
    jobs: options.jobs,
    ...(judge === undefined ? {} : { judge }),
    onRun: (run) => tell(run, world),
  });
  world.stdout(terminalTable(finished));
  if (options.out !== undefined) writeOut(options.out, finished, source.name);
  return exitCodeOf(finished, world);
}

function tell(run: FinishedRun, { stderr }: World): void {
  if (isPass(run) && run.error === undefined) return;
  if (run.error !== undefined) stderr(`${run.scenario.id} ${run.arm} ${run.sample}: ${run.error.line}\n`);
}

function exitCodeOf({ tallies }: Campaign, { stderr }: World): ExitCode {
  for (const { missed, where, scenario } of tallies) {
    for (const name of missed)
      stderr(
        `scenarios: ${where}: ${scenario.id}: the check "${name}" does not catch the model that misbehaves. Sharpen it.\n`,
      );
  }
  if (tallies.some(({ verdict }) => verdict === "errored")) return 3;
  return tallies.every(({ verdict }) => verdict === "binds") ? 0 : 1;
}

function writeOut(file: string, finished: Campaign, model: string): void {
  const json = `${file.replace(/\.(?:md|json)$/u, "")}.json`;
  try {
    writeFileSync(file.endsWith(".json") ? file.replace(/\.json$/u, ".md") : file, markdownOf(finished, model));
    writeFileSync(json, jsonOf(finished, model));
  } catch (thrown) {
    throw new ScenarioError(file, `it cannot be written: ${(thrown as Error).message}`, "Name another place.");
  }
}

type Options = ReturnType<typeof readOptions>;

function readOptions(words: readonly string[]) {
  try {
    const text = { type: "string" } as const;
    const { values } = parseArgs({
      args: [...words],
      options: {
        ...{ model: text, "model-name": text, "key-env": text, samples: text, scenario: text, body: text, judge: text },
        ...{ out: text, turns: text, timeout: text, jobs: text, folder: text, help: { type: "boolean" } as const },
      },
    });
    return {
      ...values,
      samples: count(values.samples ?? "5", "--samples"),
      turns: count(values.turns ?? "30", "--turns"),
      timeout: count(values.timeout ?? "120", "--timeout"),
      jobs: count(values.jobs ?? "1", "--jobs"),
    };
  } catch (thrown) {
    if (thrown instanceof ScenarioError) throw thrown;
    throw new ScenarioError("options", (thrown as Error).message.split(/(?<=')\./u, 1)[0] ?? "", "--help lists them.");
  }
}

function count(text: string, flag: string): number {
  if (!/^[1-9]\d{0,5}$/u.test(text))
    throw new ScenarioError(flag, `"${text}" is no number from 1`, "Give it as 5, for example.");
  return Number(text);
}

function sourceOf(model: string | undefined, flag: string, options: Options, { env }: World): ModelSource {
  const [kind, ...rest] = (model ?? "").split(":");
  const value = rest.join(":");
  const timeoutMs = options.timeout * 1_000;
  if (model === "scripted") return scriptedModel;
  if (kind === "command" && value !== "") return { name: model ?? "", open: () => commandModel(value, timeoutMs) };
  if (kind === "openai" && /^https?:\/\//u.test(value)) {
    const { "model-name": modelName, "key-env": keyEnv = "NEXUS_MODEL_KEY" } = options;
    if (modelName === undefined)
      throw new ScenarioError(flag, `${kind}:URL asks for a model by its name`, "Give --model-name.");
    const key = env[keyEnv];
    if (options["key-env"] !== undefined && key === undefined)
      throw new ScenarioError("--key-env", `the environment has no ${keyEnv}`, "Set it, or leave the option out.");
    const open = () => openAiModel({ url: value, modelName, timeoutMs, ...(key === undefined ? {} : { key }) });
    return { name: `${modelName} at ${new URL(value).host}`, open };
  }
  const problem = model === undefined ? "no model was named, so there is nothing to run" : `"${model}" is no model`;
  throw new ScenarioError(flag, problem, "Give scripted, command:CMD, or openai:URL.");
}
