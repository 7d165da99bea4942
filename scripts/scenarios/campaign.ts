/** Every chosen scenario, as often as asked for, with the body and with its stand-in; and what comes of it. */

import { type CheckResult, checkOutcome } from "./check-outcome.js";
import { askJudge } from "./judge.js";
import type { PlacedScenario } from "./load.js";
import type { Arm, ModelSource } from "./model.js";
import { type Outcome, runOnce } from "./run-once.js";
import { misbehavioursOf, type Scenario } from "./scenario.js";
import { ScenarioError } from "./scenario-error.js";

export interface FinishedRun {
  readonly scenario: Scenario;
  readonly arm: Arm;
  /** From 1. */
  readonly sample: number;
  readonly outcome?: Outcome;
  readonly results: readonly CheckResult[];
  /** Why there is nothing to judge. */
  readonly error?: ScenarioError;
}

export const VERDICTS = {
  binds: "binds",
  same: "no difference: drop or make harder",
  fails: "fails",
  blunt: "not told apart: the check lets the scripted misbehaviour through",
  errored: "not judged: the model failed",
} as const;

export interface Tally {
  readonly scenario: Scenario;
  readonly where: string;
  readonly samples: number;
  /** As many as `samples`, but for scripted models: one for each misbehaviour. */
  readonly standIns: number;
  readonly withBody: number;
  readonly withStandIn: number;
  /** How many different readings the runs with the body show. */
  readonly spread: number;
  /** Checks that wait for a person. */
  readonly open: number;
  /** Checks that let the misbehaviour through that they are named for. */
  readonly missed: readonly string[];
  readonly verdict: keyof typeof VERDICTS;
}

const ARMS: readonly Arm[] = ["body", "stand-in"];

export interface CampaignOptions {
  readonly samples: number;
  readonly maxTurns: number;
  readonly jobs: number;
  readonly judge?: ModelSource;
  readonly onRun?: (run: FinishedRun) => void;
}

export interface Campaign {
  readonly runs: readonly FinishedRun[];
  readonly tallies: readonly Tally[];
}

export async function campaign(
  scenarios: readonly PlacedScenario[],
  source: ModelSource,
  options: CampaignOptions,
): Promise<Campaign> {
  // The script that behaves plays the same every time; of misbehaviours there are as many as stand there.
  const samplesOf = ({ scenario }: PlacedScenario, arm: Arm) =>
    source.isScripted !== true ? options.samples : arm === "body" ? 1 : misbehavioursOf(scenario).length;
  const planned = scenarios.flatMap((placed) =>
    ARMS.flatMap((arm) =>
      Array.from({ length: samplesOf(placed, arm) }, (_, index) => ({ placed, arm, sample: index + 1 })),
    ).toSorted((a, b) => a.sample - b.sample),
  );
  const runs: FinishedRun[] = new Array(planned.length);
  let next = 0;
  const worker = async () => {
    for (let index = next++; index < planned.length; index = next++) {
      const { placed, arm, sample } = planned[index] as (typeof planned)[number];
      const run = await finish(placed, arm, sample, source, options);
      runs[index] = run;
      options.onRun?.(run);
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, options.jobs) }, worker));
  const tallies = scenarios.map((placed) =>
    tallyOf(
      placed,
      runs.filter(({ scenario }) => scenario === placed.scenario),
      source.isScripted === true,
    ),
  );
  return { runs, tallies };
}

async function finish(
  { scenario, where }: PlacedScenario,
  arm: Arm,
  sample: number,
  source: ModelSource,
  { maxTurns, judge }: CampaignOptions,
): Promise<FinishedRun> {
  try {
    const outcome = await runOnce(scenario, arm, source, { maxTurns, where, sample });
    const results = checkOutcome(scenario, outcome);
    const answered =
      judge === undefined
        ? results
        : await Promise.all(
            results.map((result) => askJudge(judge.open({ scenario, arm, sample }), scenario, outcome, result)),
          );
    return { scenario, arm, sample, outcome, results: answered };
  } catch (thrown) {
    // Data that cannot be used is nothing that another run would mend.
    if (!(thrown instanceof ScenarioError) || thrown.exitCode !== 3) throw thrown;
    return { scenario, arm, sample, results: [], error: thrown };
  }
}

/** Whether nothing failed. What waits for a person has not failed. */
export function isPass({ error, results }: FinishedRun): boolean {
  return error === undefined && results.every(({ result }) => result !== "failed");
}

function tallyOf({ scenario, where }: PlacedScenario, runs: readonly FinishedRun[], isScripted: boolean): Tally {
  const own = runs.filter(({ arm }) => arm === "body");
  const others = runs.filter(({ arm }) => arm === "stand-in");
  const [withBody, withStandIn] = [own.filter(isPass).length, others.filter(isPass).length];
  const samples = own.length;
  const missed = isScripted ? others.flatMap((run) => uncaughtBy(run)) : [];
  const verdict = runs.some(({ error }) => error !== undefined)
    ? "errored"
    : withBody === samples && missed.length > 0
      ? "blunt"
      : verdictOf(samples, withBody, withStandIn);
  const open = own.flatMap(({ results }) => results).filter(({ result }) => result === "open").length;
  return {
    scenario,
    where,
    samples,
    standIns: others.length,
    withBody,
    withStandIn,
    spread: new Set(own.map(readingOf)).size,
    open,
    missed,
    verdict,
  };
}

/** The check that is named for a scripted misbehaviour, where it does not catch it. */
function uncaughtBy({ scenario, sample, results }: FinishedRun): readonly string[] {
  const { breaks } = misbehavioursOf(scenario)[sample - 1] ?? scenario.scripted.bad;
  return results.some(({ name, result }) => result === "failed" && name === breaks) ? [] : [breaks];
}

/** Four of five have to pass, and two of five more than without the body: one run more or less is chance. */
export function verdictOf(samples: number, withBody: number, withStandIn: number): "binds" | "same" | "fails" {
  if (withBody < Math.ceil(samples * 0.8)) return "fails";
  return withBody - withStandIn >= Math.max(1, Math.ceil(samples * 0.4)) ? "binds" : "same";
}

/** What a run came to, in what a reader of its report would go by. */
function readingOf({ outcome, results }: FinishedRun): string {
  const { status, verdict } = outcome?.report.block ?? {};
  const failed = results.filter(({ result }) => result === "failed").map(({ name }) => name);
  return JSON.stringify([status, verdict, outcome?.changed, failed]);
}
