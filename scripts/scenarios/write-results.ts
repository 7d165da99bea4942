/** What a campaign came to: a table for the terminal, Markdown to read, JSON for programs. */

import { shuffled } from "../../src/conformance/schedule.js";
import { table } from "../markdown-table.js";
import { type Campaign, type FinishedRun, isPass, type Tally, VERDICTS } from "./campaign.js";
import { transcriptOf } from "./judge.js";
import { messageText } from "./scenario.js";

/** One line for each scenario, and one for the whole. */
export function terminalTable({ tallies }: Pick<Campaign, "tallies">): string {
  const rows = tallies.map((tally) => [tally.scenario.id, tally.scenario.body, ...countsOf(tally)]);
  const all = [["scenario", "body", "with body", "stand-in", "spread", "open", "verdict"], ...rows];
  const widths = all[0]?.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0))) ?? [];
  const lines = all.map((row) =>
    row
      .map((text, column) => text.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
  return `${lines.join("\n")}\n\n${summaryLine(tallies)}\n`;
}

export function summaryLine(tallies: readonly Tally[]): string {
  const counts = Object.keys(VERDICTS)
    .map((verdict) => [verdict, tallies.filter((tally) => tally.verdict === verdict).length] as const)
    .filter(([, count]) => count > 0);
  const words = counts.map(
    ([verdict, count]) => `${count} ${VERDICTS[verdict as keyof typeof VERDICTS].split(":", 1)[0]}`,
  );
  return `${tallies.length} scenarios: ${words.join(", ")}`;
}

function countsOf({ samples, standIns, withBody, withStandIn, spread, open, verdict }: Tally): readonly string[] {
  return [`${withBody}/${samples}`, `${withStandIn}/${standIns}`, String(spread), String(open), VERDICTS[verdict]];
}

/** Every failure and a fifth of the passes, which a person reads. */
export function readingList(runs: readonly FinishedRun[]): readonly FinishedRun[] {
  let passes = 0;
  return runs.filter((run) => !isPass(run) || passes++ % 5 === 0);
}

/**
 * Names that do not tell with the body from without, since whoever reads a run had better not know. The key stands at
 * the end, and in the JSON.
 */
export function labelsOf(runs: readonly FinishedRun[]): ReadonlyMap<FinishedRun, string> {
  const ids = [...new Set(runs.map(({ scenario }) => scenario.id))];
  return new Map(
    ids.flatMap((id, seed) =>
      shuffled(
        runs.filter(({ scenario }) => scenario.id === id),
        seed + 1,
      ).map((run, index) => [run, `${id}, run ${index + 1}`] as const),
    ),
  );
}

export function markdownOf({ runs, tallies }: Campaign, model: string): string {
  const labels = labelsOf(runs);
  const nameOf = (run: FinishedRun) => labels.get(run) ?? "";
  const open = [...labels.keys()].flatMap((run) =>
    run.results.filter(({ result }) => result === "open").map((result) => ({ run, result })),
  );
  const readings = readingList(runs);
  const parts = [
    `# Scenarios with ${model}`,
    summaryLine(tallies),
    table(
      ["scenario", "title", "body", "with body", "stand-in", "spread", "open", "verdict"],
      tallies.map((tally) => [tally.scenario.id, tally.scenario.title, tally.scenario.body, ...countsOf(tally)]),
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
    `## To read: ${readings.length} of ${runs.length} runs`,
    ...[...labels.keys()].filter((run) => readings.includes(run)).map((run) => sectionOf(run, nameOf(run))),
    "## Key",
    table(
      ["run", "was given"],
      [...labels].map(([{ arm, sample }, label]) => [label, `${arm}, sample ${sample}`]),
    ),
  ];
  return `${parts.join("\n\n")}\n`;
}

function sectionOf(run: FinishedRun, name: string): string {
  const { scenario, outcome, results, error } = run;
  const work = outcome === undefined ? (error?.line ?? "") : transcriptOf(outcome);
  const fence = "`".repeat(Math.max(4, ...[...work.matchAll(/`+/gu)].map(([ticks]) => ticks.length + 1)));
  const checks = results.map(({ name, result, why }) => `- ${result}: ${name}${why === undefined ? "" : ` (${why})`}`);
  return [
    `### ${name}: ${isPass(run) ? "passed" : error === undefined ? "failed" : "not judged"}`,
    scenario.title,
    checks.join("\n"),
    `${fence}text\n${messageText(scenario).trim()}\n\n--- work ---\n${work}\n${fence}`,
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

export function jsonOf({ runs, tallies }: Campaign, model: string): string {
  const labels = labelsOf(runs);
  const value = {
    model,
    scenarios: tallies.map(({ scenario, verdict, ...counts }) => ({
      id: scenario.id,
      body: scenario.body,
      ...counts,
      verdict: VERDICTS[verdict],
    })),
    runs: [...labels].map(([{ scenario, arm, sample, outcome, results, error }, label]) => ({
      label,
      scenario: scenario.id,
      arm,
      sample,
      results,
      ...(outcome === undefined
        ? {}
        : { turns: outcome.turns, changed: outcome.changed, calls: outcome.calls, final: outcome.finalText }),
      ...(error === undefined ? {} : { error: error.line }),
    })),
  };
  return `${JSON.stringify(value, null, 2)}\n`;
}
