/** Every chosen scenario, as often as asked for, with the body and with its stand-in; and what comes of it. */

import { reasonOf } from "../../src/errors.js";
import { type CheckResult, checkOutcome } from "./check-outcome.js";
import { filesAtStart } from "./given-state.js";
import { askJudge } from "./judge.js";
import type { PlacedScenario } from "./load.js";
import type { Arm, ModelSource } from "./model.js";
import { type Outcome, runOnce } from "./run-once.js";
import { misbehavioursOf, type Scenario } from "./scenario.js";
import { ScenarioError } from "./scenario-error.js";
import { type Tally, tallyOf } from "./tally.js";

/** A run that is to take place, or has. */
export interface Run {
  readonly scenario: Scenario;
  readonly arm: Arm;
  /** From 1. */
  readonly sample: number;
}

export interface FinishedRun extends Run {
  readonly outcome?: Outcome;
  readonly results: readonly CheckResult[];
  /** Why there is nothing to judge. */
  readonly error?: ScenarioError;
}

/** What is kept of a run that was judged. */
export type Judged = Required<Pick<FinishedRun, "outcome" | "results">>;

export interface CampaignOptions {
  readonly samples: number;
  readonly maxTurns: number;
  readonly jobs: number;
  readonly judge?: ModelSource;
  /** Ends it early: what is under way is given up, what is finished stays. */
  readonly stop?: AbortSignal;
  /** What is left of an earlier campaign that was ended. */
  readonly earlier?: (run: Run) => Judged | undefined;
  readonly onRun?: (run: FinishedRun, finished: number, planned: number) => void;
}

export interface Campaign {
  readonly isScripted: boolean;
  /** How many runs were to take place; fewer of them did where it was ended early. */
  readonly planned: number;
  readonly runs: readonly FinishedRun[];
  readonly tallies: readonly Tally[];
}

const ARMS: readonly Arm[] = ["body", "stand-in"];

/** @throws ScenarioError before the first run, when data cannot be used */
export async function campaign(
  scenarios: readonly PlacedScenario[],
  source: ModelSource,
  options: CampaignOptions,
): Promise<Campaign> {
  const isScripted = source.isScripted === true;
  const { stop } = options;
  // Faults of the data are told before a model is asked for anything.
  for (const { scenario, where } of scenarios) await filesAtStart(scenario.given, where);
  const planned = scenarios.flatMap((placed) => plannedRuns(placed, options.samples, isScripted));
  const runs: (FinishedRun | undefined)[] = new Array(planned.length);
  let [next, finished] = [0, 0];
  const worker = async () => {
    for (let index = next++; index < planned.length && stop?.aborted !== true; index = next++) {
      const { where, ...run } = planned[index] as (typeof planned)[number];
      const done = await finish(run, where, source, options);
      if (done === undefined) continue;
      runs[index] = done;
      finished += 1;
      options.onRun?.(done, finished, planned.length);
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, options.jobs) }, worker));
  const done = runs.filter((run) => run !== undefined);
  const tallies = scenarios.map((placed) =>
    tallyOf(
      placed,
      done.filter(({ scenario }) => scenario === placed.scenario),
      { planned: planned.filter(({ scenario }) => scenario === placed.scenario).length, isScripted },
    ),
  );
  return { isScripted, planned: planned.length, runs: done, tallies };
}

/** The script that behaves plays the same every time; of misbehaviours there are as many as stand there. */
function plannedRuns({ scenario, where }: PlacedScenario, samples: number, isScripted: boolean) {
  const count = (arm: Arm) => (!isScripted ? samples : arm === "body" ? 1 : misbehavioursOf(scenario).length);
  return ARMS.flatMap((arm) =>
    Array.from({ length: count(arm) }, (_, index) => ({ scenario, where, arm, sample: index + 1 })),
  ).toSorted((a, b) => a.sample - b.sample);
}

/** Nothing where it was given up. One run that goes wrong, in whatever way, leaves the others alone. */
async function finish(
  run: Run,
  where: string,
  source: ModelSource,
  options: CampaignOptions,
): Promise<FinishedRun | undefined> {
  const { scenario, arm, sample } = run;
  const { maxTurns, stop } = options;
  try {
    const earlier = options.earlier?.(run);
    const outcome =
      earlier?.outcome ??
      (await runOnce(scenario, arm, source, { maxTurns, where, sample, ...(stop === undefined ? {} : { stop }) }));
    const results = earlier?.results ?? checkOutcome(scenario, outcome);
    return { ...run, outcome, results: await answered(run, outcome, results, options) };
  } catch (thrown) {
    if (stop?.aborted === true) return undefined;
    return { ...run, results: [], error: thrown instanceof ScenarioError ? thrown : failureOf(thrown, where) };
  }
}

function failureOf(thrown: unknown, where: string): ScenarioError {
  return new ScenarioError(where, `the runner failed: ${reasonOf(thrown)}`, "The other runs go on without it.", 3);
}

/** Open questions with the judge's answers. What has failed already is not saved by one, so none is asked. */
async function answered(
  run: Run,
  outcome: Outcome,
  results: readonly CheckResult[],
  { judge, stop }: CampaignOptions,
): Promise<readonly CheckResult[]> {
  if (results.some(({ result }) => result === "failed"))
    return results.map((result) => (result.result === "open" ? { ...result, why: NOT_ASKED } : result));
  if (judge === undefined) return results;
  return Promise.all(results.map((result) => askJudge(() => judge.open(run), run.scenario, outcome, result, stop)));
}

const NOT_ASKED = "not asked, since the run has failed";
