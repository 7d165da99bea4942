/** What the runs of a scenario came to. Only runs that could be judged are counted. */

import { counted } from "../counted.js";
import type { FinishedRun } from "./campaign.js";
import type { CheckResult } from "./check-outcome.js";
import type { PlacedScenario } from "./load.js";
import { misbehavioursOf, type Scenario } from "./scenario.js";

/** In one word each; {@link verdictText} says more. */
export const VERDICTS = {
  binds: "binds",
  same: "no difference",
  fails: "fails",
  open: "open",
  told: "told apart",
  misfit: "misfit",
  blunt: "not told apart",
  errored: "not judged",
  unfinished: "unfinished",
} as const;

export type Verdict = keyof typeof VERDICTS;

export interface Tally {
  readonly scenario: Scenario;
  readonly where: string;
  /** Runs with the body that were judged. */
  readonly samples: number;
  /** The same without it; for scripts one for each misbehaviour. */
  readonly standIns: number;
  readonly withBody: number;
  readonly withStandIn: number;
  /** Runs in which the model failed: neither passes nor failures. */
  readonly notJudged: number;
  /** Runs that were planned and did not take place. */
  readonly missing: number;
  /** How many different readings the judged runs with the body show. */
  readonly spread: number;
  /** Questions that wait for a person, with the body and without. */
  readonly open: number;
  /** Checks that let the misbehaviour through that they are named for. */
  readonly missed: readonly string[];
  readonly verdict: Verdict;
}

/** Whether nothing failed. What waits for a person has not failed. */
export function isPass({ error, results }: FinishedRun): boolean {
  return error === undefined && results.every(({ result }) => result !== "failed");
}

/** Questions that decide something: a run that has failed already is not saved by an answer. */
export function openQuestionsOf(run: FinishedRun): readonly CheckResult[] {
  return isPass(run) ? run.results.filter(({ result }) => result === "open") : [];
}

export function tallyOf(
  { scenario, where }: PlacedScenario,
  runs: readonly FinishedRun[],
  { planned, isScripted }: { readonly planned: number; readonly isScripted: boolean },
): Tally {
  const judged = runs.filter(({ error }) => error === undefined);
  const own = judged.filter(({ arm }) => arm === "body");
  const others = judged.filter(({ arm }) => arm === "stand-in");
  const counts = {
    samples: own.length,
    standIns: others.length,
    withBody: own.filter(isPass).length,
    withStandIn: others.filter(isPass).length,
    notJudged: runs.length - judged.length,
    missing: planned - runs.length,
    spread: new Set(own.map(readingOf)).size,
    open: judged.flatMap(openQuestionsOf).length,
    missed: isScripted ? others.flatMap(uncaughtBy) : [],
  };
  return { scenario, where, ...counts, verdict: isScripted ? scriptedVerdictOf(counts) : realVerdictOf(counts) };
}

type Counts = Omit<Tally, "scenario" | "where" | "verdict">;

function scriptedVerdictOf({ missing, notJudged, samples, withBody, missed }: Counts): Verdict {
  if (missing > 0) return "unfinished";
  if (notJudged > 0) return "errored";
  if (withBody < samples) return "misfit";
  return missed.length > 0 ? "blunt" : "told";
}

/** With questions open only a failure is certain: whatever they are answered, too few runs pass. */
function realVerdictOf({ missing, notJudged, samples, withBody, withStandIn, open }: Counts): Verdict {
  if (missing > 0) return "unfinished";
  if (notJudged > 0) return "errored";
  const verdict = verdictOf(samples, withBody, withStandIn);
  return open === 0 || verdict === "fails" ? verdict : "open";
}

/** Four of five have to pass, and two of five more than without the body: one run more or less is chance. */
export function verdictOf(samples: number, withBody: number, withStandIn: number): "binds" | "same" | "fails" {
  if (withBody < Math.ceil(samples * 0.8)) return "fails";
  return withBody - withStandIn >= Math.max(1, Math.ceil(samples * 0.4)) ? "binds" : "same";
}

/** Whether there is nothing left to do about it. */
export function isSettled({ verdict }: Tally): boolean {
  return verdict === "binds" || verdict === "told";
}

export function verdictText({ verdict, samples, standIns, notJudged, missing, open }: Tally): string {
  const judged = samples + standIns;
  const more: Readonly<Record<Verdict, string>> = {
    binds: "",
    told: "",
    fails: "",
    same: ": drop or make harder",
    open: `: ${counted(open, "question")} to answer`,
    misfit: ": the script that behaves does not pass",
    blunt: ": the check lets the scripted misbehaviour through",
    errored: `: the model failed in ${notJudged} of ${counted(judged + notJudged, "run")}`,
    unfinished: `: ${missing} of ${counted(judged + notJudged + missing, "run")} did not take place`,
  };
  return `${VERDICTS[verdict]}${more[verdict]}`;
}

/** The check that is named for a scripted misbehaviour, where it does not catch it. */
function uncaughtBy({ scenario, sample, results }: FinishedRun): readonly string[] {
  const { breaks } = misbehavioursOf(scenario)[sample - 1] ?? scenario.scripted.bad;
  return results.some(({ name, result }) => result === "failed" && name === breaks) ? [] : [breaks];
}

/** What a run came to, in what a reader of its report would go by. */
function readingOf({ outcome, results }: FinishedRun): string {
  const { status, verdict } = outcome?.report.block ?? {};
  const failed = results.filter(({ result }) => result === "failed").map(({ name }) => name);
  return JSON.stringify([status, verdict, outcome?.changed, failed]);
}
