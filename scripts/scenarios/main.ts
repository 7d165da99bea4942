/** What `npm run scenarios` does; its script says how it ends. */

import { randomInt } from "node:crypto";
import { type ExitCode, reasonOf } from "../../src/errors.js";
import { compileGlob } from "../../src/glob.js";
import { counted } from "../counted.js";
import { type Campaign, campaign, type FinishedRun } from "./campaign.js";
import { hidingInResults } from "./hide-key.js";
import { type Journal, openJournal } from "./journal.js";
import { loadScenarios, type PlacedScenario, SCENARIO_FOLDER } from "./load.js";
import { keyVariableOf, modelOf } from "./name-model.js";
import { type Options, readOptions, USAGE } from "./options.js";
import { type OutFiles, outFilesOf, prepareOut, writeResults } from "./out-files.js";
import { ScenarioError } from "./scenario-error.js";
import { isSettled, openQuestionsOf } from "./tally.js";
import { fateOf, jsonOf, markdownOf, terminalTable } from "./write-results.js";

export interface World {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdout: (text: string) => unknown;
  readonly stderr: (text: string) => unknown;
  /** Ends the campaign early; its reason is the name of the signal. */
  readonly stop?: AbortSignal;
  /** What the numbers of the runs are drawn by; a random one where absent. */
  readonly seed?: number;
}

/** Says in one line what is wrong, and returns the exit code. */
export async function main(words: readonly string[], world: World): Promise<ExitCode> {
  try {
    const options = readOptions(words);
    if (options.help !== true) return await run(options, world);
    world.stdout(USAGE);
    return 0;
  } catch (thrown) {
    const line = thrown instanceof ScenarioError ? thrown.line : `the runner failed: ${reasonOf(thrown)}`;
    world.stderr(`scenarios: ${line.split("\n", 1)[0]}\n`);
    return thrown instanceof ScenarioError ? thrown.exitCode : 3;
  }
}

async function run(options: Options, world: World): Promise<ExitCode> {
  const chosen = chosenBy(options);
  const source = modelOf(options.model, "--model", options, world.env);
  const judge = options.judge === undefined ? undefined : modelOf(options.judge, "--judge", options, world.env);
  if (judge?.isScripted === true) throw new ScenarioError("--judge", "a script judges nothing", "Name another model.");
  const hide = hidingInResults(world.env[keyVariableOf(options)]);
  const tell = (line: string) => world.stderr(`${hide(line)}\n`);
  const out = options.out === undefined ? undefined : outFilesOf(options.out);
  if (out !== undefined) prepareOut(out, options.resume);
  const judged = judge === undefined ? {} : { judge: judge.name };
  const conditions = { model: source.name, maxTurns: options.turns, ...judged };
  const journal = out === undefined ? undefined : openJournal(out.journal, conditions, hide);
  if (options.resume)
    tell(`${counted(journal?.size ?? 0, "run")} in ${out?.journal}: what still fits is not run again`);
  const keep = keeping(journal, tell);
  const finished = await campaign(chosen, source, {
    samples: options.samples,
    maxTurns: options.turns,
    jobs: options.jobs,
    ...(judge === undefined ? {} : { judge }),
    ...(world.stop === undefined ? {} : { stop: world.stop }),
    ...(journal === undefined ? {} : { earlier: journal.earlier }),
    onRun: (each, count, planned) => {
      keep(each);
      // Scripts are done before anybody has read a line.
      if (source.isScripted !== true || judge !== undefined || each.error !== undefined)
        tell(`${count}/${planned} ${progressOf(each)}`);
    },
  });
  const isPartial = finished.runs.length < finished.planned;
  const partial = isPartial ? `it was ended by ${String(world.stop?.reason)}` : undefined;
  const heading = {
    model: source.name,
    seed: world.seed ?? randomInt(1, 1_000_000_000),
    ...judged,
    ...(partial === undefined ? {} : { partial }),
  };
  // Before anything is shown: whoever reads the table may close it early.
  const hasRuns = finished.runs.length > 0;
  const unwritten = out === undefined || !hasRuns ? undefined : problemOfWriting(out, finished, heading, hide);
  world.stdout(hide(terminalTable(finished, partial)));
  const isWhole = !isPartial && unwritten === undefined && finished.runs.every(({ error }) => error === undefined);
  if (isWhole) journal?.remove();
  else if (out !== undefined && finished.runs.some(({ outcome }) => outcome !== undefined))
    tell(`scenarios: ${out.journal} keeps the runs that were judged. --resume goes on from it.`);
  if (unwritten !== undefined) throw unwritten;
  return isPartial ? 3 : exitCodeOf(finished, tell);
}

function chosenBy({ folder, scenario, body: wanted }: Options): readonly PlacedScenario[] {
  const isNamed = compileGlob(scenario ?? "*");
  const chosen = loadScenarios(folder ?? SCENARIO_FOLDER).filter(
    ({ scenario: { id, body } }) =>
      isNamed(id) && (wanted === undefined || body === wanted || body.endsWith(`/${wanted}`)),
  );
  if (chosen.length > 0) return chosen;
  throw new ScenarioError("--scenario, --body", "no scenario is so named", "docs/scenarios.md lists them.");
}

/** A journal that can be written no longer is no reason to lose the runs that are still to come. */
function keeping(journal: Journal | undefined, tell: (line: string) => void): (run: FinishedRun) => void {
  let isBroken = false;
  return (run) => {
    if (journal === undefined || isBroken) return;
    try {
      journal.add(run);
    } catch (thrown) {
      isBroken = true;
      tell(`scenarios: runs are no longer kept as they end: ${reasonOf(thrown)}. The results are still to come.`);
    }
  };
}

function progressOf(run: FinishedRun): string {
  const { scenario, arm, sample, outcome, error } = run;
  const [question] = openQuestionsOf(run);
  const why = error?.line ?? question?.why;
  const turns = outcome === undefined ? "" : ` (${counted(outcome.turns, "turn")})`;
  return `${scenario.id} ${arm} ${sample}: ${fateOf(run)}${turns}${why === undefined ? "" : `: ${why}`}`;
}

function problemOfWriting(
  out: OutFiles,
  finished: Campaign,
  heading: Parameters<typeof markdownOf>[1],
  hide: (text: string) => string,
): ScenarioError | undefined {
  try {
    writeResults(out, { markdown: hide(markdownOf(finished, heading)), json: hide(jsonOf(finished, heading)) });
    return undefined;
  } catch (thrown) {
    if (thrown instanceof ScenarioError) return thrown;
    throw thrown;
  }
}

function exitCodeOf({ tallies }: Campaign, tell: (line: string) => void): ExitCode {
  for (const { missed, where, scenario } of tallies) {
    for (const name of missed)
      tell(
        `scenarios: ${where}: ${scenario.id}: the check "${name}" does not catch the model that misbehaves. Sharpen it.`,
      );
  }
  if (tallies.some(({ verdict }) => verdict === "errored")) return 3;
  return tallies.every(isSettled) ? 0 : 1;
}
