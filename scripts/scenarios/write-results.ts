/** What a campaign came to: a table for the terminal, Markdown to read, JSON for programs. */

import { createHash } from "node:crypto";
import { shuffled } from "../../src/conformance/schedule.js";
import { counted } from "../counted.js";
import { table } from "../markdown-table.js";
import type { Campaign, FinishedRun } from "./campaign.js";
import type { Arm } from "./model.js";
import { checksOf } from "./scenario.js";
import { isPass, openQuestionsOf, type Tally, VERDICTS, verdictText } from "./tally.js";
import { caseText, workText } from "./transcript.js";

/** Of which model the results are, and how far it came. */
export interface Heading {
  readonly model: string;
  readonly judge?: string;
  /** What the numbers of its runs are drawn by; another one for each campaign, or the key of one would be that of all. */
  readonly seed: number;
  /** Why it did not come to its end. */
  readonly partial?: string;
}

const NO_MODEL =
  "No model was run: one script that behaves and one or more that misbehave were. This says that the checks tell them apart, and nothing about the bodies.";

/** One line for each scenario, and one for the whole. */
export function terminalTable(campaign: Campaign, partial?: string): string {
  const { tallies, isScripted } = campaign;
  const rows = tallies.map((tally) => [tally.scenario.id, tally.scenario.body, ...countsOf(tally, isScripted)]);
  const all = [["scenario", "body", ...countNames(isScripted)], ...rows];
  const widths = all[0]?.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0))) ?? [];
  const lines = all.map((row) =>
    row
      .map((text, column) => text.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
  return `${lines.join("\n")}\n\n${remarksOn(campaign, partial).join("\n")}\n`;
}

/** What has to be known beside the table. */
function remarksOn({ tallies, isScripted, runs, planned }: Campaign, partial: string | undefined): readonly string[] {
  return [
    ...(partial === undefined
      ? []
      : [`PARTIAL: ${partial} after ${runs.length} of ${counted(planned, "run")}. What follows counts those alone.`]),
    summaryLine(tallies),
    ...(isScripted ? [NO_MODEL] : []),
  ];
}

export function summaryLine(tallies: readonly Tally[]): string {
  const words = Object.entries(VERDICTS)
    .map(([verdict, name]) => [name, tallies.filter((tally) => tally.verdict === verdict).length] as const)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${count} ${name}`);
  return `${counted(tallies.length, "scenario")}: ${words.join(", ")}`;
}

/** Scripts stand in no body's place: they behave, or they do not. */
function countNames(isScripted: boolean): readonly string[] {
  return isScripted
    ? ["behaves", "misbehaves", "verdict"]
    : ["with body", "stand-in", "not judged", "spread", "open", "verdict"];
}

function countsOf(tally: Tally, isScripted: boolean): readonly string[] {
  const { samples, standIns, withBody, withStandIn, notJudged, spread, open } = tally;
  const passes = [share(withBody, samples), share(withStandIn, standIns)];
  const others = isScripted ? [] : [String(notJudged), samples === 0 ? "-" : String(spread), String(open)];
  return [...passes, ...others, verdictText(tally)];
}

/** Of no run, nothing passes and nothing fails. */
function share(passed: number, judged: number): string {
  return judged === 0 ? "-" : `${passed}/${judged}`;
}

/** Every failure, every run that could not be judged, and a fifth of the passes, which a person reads. */
export function readingList(runs: readonly FinishedRun[]): readonly FinishedRun[] {
  let passes = 0;
  return runs.filter((run) => !isPass(run) || passes++ % 5 === 0);
}

/**
 * Names that do not tell with the body from without, since whoever reads a run had better not know. The key stands at
 * the end, and in the JSON.
 */
export function labelsOf(runs: readonly FinishedRun[], seed: number): ReadonlyMap<FinishedRun, string> {
  const ids = [...new Set(runs.map(({ scenario }) => scenario.id))];
  return new Map(
    ids.flatMap((id) =>
      shuffled(
        runs.filter(({ scenario }) => scenario.id === id),
        seedFor(seed, id),
      ).map((run, index) => [run, `${id}, run ${index + 1}`] as const),
    ),
  );
}

/** Scenarios of one campaign are shuffled apart from each other. */
function seedFor(seed: number, id: string): number {
  return createHash("sha256").update(`${seed} ${id}`).digest().readUInt32BE();
}

export function markdownOf(campaign: Campaign, { model, judge, seed, partial }: Heading): string {
  const { runs, tallies, isScripted } = campaign;
  const labels = labelsOf(runs, seed);
  const nameOf = (run: FinishedRun) => labels.get(run) ?? "";
  const open = [...labels.keys()].flatMap((run) => openQuestionsOf(run).map((result) => ({ run, result })));
  const readings = readingList(runs);
  const parts = [
    `# Scenarios with ${isScripted ? "scripts, and no model" : model}`,
    ...(judge === undefined ? [] : [`Questions were put to ${judge}.`]),
    ...remarksOn(campaign, partial),
    table(
      ["scenario", "title", "body", ...countNames(isScripted)],
      tallies.map((tally) => [
        tally.scenario.id,
        tally.scenario.title,
        tally.scenario.body,
        ...countsOf(tally, isScripted),
      ]),
    ),
    "## Questions for a person",
    open.length === 0
      ? "None."
      : open
          .map(
            ({ run, result }) =>
              `- [ ] ${nameOf(run)}: ${result.question} (yes or no, and quote the words${result.why === undefined ? "" : `; ${result.why}`})`,
          )
          .join("\n"),
    `## To read: ${readings.length} of ${counted(runs.length, "run")}, and those with questions`,
    ...[...labels.keys()]
      .filter((run) => readings.includes(run) || openQuestionsOf(run).length > 0)
      .map((run) => sectionOf(run, nameOf(run))),
    "## Key",
    `The numbers were drawn with the seed ${seed}.`,
    table(
      ["run", "was given"],
      [...labels].map(([{ arm, sample }, label]) => [label, `${armName(arm, isScripted)}, sample ${sample}`]),
    ),
  ];
  return `${parts.join("\n\n")}\n`;
}

function armName(arm: Arm, isScripted: boolean): string {
  return !isScripted ? arm : arm === "body" ? "the script that behaves" : "a script that misbehaves";
}

function sectionOf(run: FinishedRun, name: string): string {
  const { scenario, outcome, results, error } = run;
  const work =
    outcome === undefined ? (error?.line ?? "") : `${caseText(scenario, outcome.before)}\n${workText(outcome)}`;
  const fence = "`".repeat(Math.max(4, ...[...work.matchAll(/`+/gu)].map(([ticks]) => ticks.length + 1)));
  const unwanted = new Set(checksOf(scenario).flatMap(({ check, wanted }) => (wanted ? [] : [check.name])));
  const checks = results.map(
    ({ name, result, why }) =>
      `- ${result}: ${unwanted.has(name) ? "not: " : ""}${name}${why === undefined ? "" : ` (${why})`}`,
  );
  return [`### ${name}: ${fateOf(run)}`, scenario.title, checks.join("\n"), `${fence}text\n${work}\n${fence}`]
    .filter((part) => part !== "")
    .join("\n\n");
}

/** How a run ended, in a few words. */
export function fateOf(run: FinishedRun): string {
  if (run.error !== undefined) return "not judged";
  if (run.outcome?.isCut === true) return `failed, stopped after ${counted(run.outcome.turns, "turn")}`;
  const questions = openQuestionsOf(run).length;
  const waits = questions === 0 ? "" : `, ${counted(questions, "question")} open`;
  return `${isPass(run) ? "passed" : "failed"}${waits}`;
}

export function jsonOf(
  { runs, tallies, isScripted, planned }: Campaign,
  { model, judge, seed, partial }: Heading,
): string {
  const labels = labelsOf(runs, seed);
  const value = {
    model,
    ...(judge === undefined ? {} : { judge }),
    ...(partial === undefined ? {} : { partial: { why: partial, finished: runs.length, planned } }),
    seed,
    scenarios: tallies.map((tally) => ({
      id: tally.scenario.id,
      body: tally.scenario.body,
      ...countsInJson(tally, isScripted),
      verdict: verdictText(tally),
    })),
    runs: [...labels].map(([{ scenario, arm, sample, outcome, results, error }, label]) => ({
      label,
      scenario: scenario.id,
      arm: armName(arm, isScripted),
      sample,
      results,
      ...(outcome === undefined
        ? {}
        : {
            turns: outcome.turns,
            stopped: outcome.isCut,
            changed: outcome.changed,
            calls: outcome.calls,
            final: outcome.finalText,
          }),
      ...(error === undefined ? {} : { error: error.line }),
    })),
  };
  return `${JSON.stringify(value, null, 2)}\n`;
}

function countsInJson(tally: Tally, isScripted: boolean): object {
  const { scenario: _, verdict: __, samples, standIns, withBody, withStandIn, spread, open, missed, ...others } = tally;
  if (!isScripted) return { ...others, samples, standIns, withBody, withStandIn, spread, open };
  const [behaves, misbehaves] = [
    { runs: samples, passed: withBody },
    { runs: standIns, passed: withStandIn },
  ];
  return { ...others, behaves, misbehaves, missed };
}
