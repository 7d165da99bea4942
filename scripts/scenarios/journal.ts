/** Every judged run as a line of a file, as soon as it has ended: what a campaign that is ended early has come to. */

import { createHash } from "node:crypto";
import { appendFileSync, existsSync, readFileSync, rmSync } from "node:fs";
import { systemText } from "./body.js";
import type { FinishedRun, Judged, Run } from "./campaign.js";
import { type CheckResult, checkOutcome } from "./check-outcome.js";
import { outcomeOf, type Traces } from "./run-once.js";

/** Maps and what follows from the rest are left out. */
type KeptTraces = Omit<Traces, "before" | "after"> &
  Readonly<Record<"before" | "after", Readonly<Record<string, string>>>>;

interface Line extends KeptTraces {
  readonly run: string;
  /** Whose answers stand among the results. */
  readonly judge?: string;
  readonly results: readonly CheckResult[];
}

/** What a run depends on, besides chance: another body, scenario, model or limit makes it another run. */
export interface Conditions {
  readonly model: string;
  readonly maxTurns: number;
  /** Answers of another one are not taken over, though the run is. */
  readonly judge?: string;
}

export interface Journal {
  /** How many runs it held at the beginning. */
  readonly size: number;
  earlier(run: Run): Judged | undefined;
  /** @throws when it cannot be written */
  add(run: FinishedRun): void;
  remove(): void;
}

/** @param hide takes the key out of what is written */
export function openJournal(file: string, conditions: Conditions, hide: (text: string) => string): Journal {
  const lines = existsSync(file) ? readFileSync(file, "utf8").split("\n") : [];
  // A line that was cut off while it was written.
  if (lines.length > 0 && lines.at(-1) !== "") appendFileSync(file, "\n");
  const kept = new Map(lines.flatMap(readLine).map((line) => [line.run, line]));
  return {
    size: kept.size,
    earlier(run) {
      const line = kept.get(nameOf(run, conditions));
      if (line === undefined) return undefined;
      const { run: _, judge, results, before, after, ...traces } = line;
      const files = { before: new Map(Object.entries(before)), after: new Map(Object.entries(after)) };
      const outcome = outcomeOf(run.scenario, { ...traces, ...files });
      return { outcome, results: judge === conditions.judge ? results : checkOutcome(run.scenario, outcome) };
    },
    add(run) {
      if (run.outcome === undefined) return;
      const { finalText, calls, turns, isCut, before, after } = run.outcome;
      const files = { before: Object.fromEntries(before), after: Object.fromEntries(after) };
      const name = nameOf(run, conditions);
      const { judge } = conditions;
      const line: Line = {
        ...{ run: name, finalText, calls, turns, isCut, ...files },
        ...(judge === undefined ? {} : { judge }),
        results: run.results,
      };
      if (JSON.stringify(kept.get(name)) === JSON.stringify(line)) return;
      appendFileSync(file, `${hide(JSON.stringify(line))}\n`);
    },
    remove: () => rmSync(file, { force: true }),
  };
}

function nameOf({ scenario, arm, sample }: Run, { model, maxTurns }: Conditions): string {
  const parts = [model, maxTurns, scenario, systemText(scenario, arm)];
  const hash = createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 24);
  return `${scenario.id} ${hash} ${sample}`;
}

function readLine(text: string): readonly Line[] {
  try {
    const line = JSON.parse(text) as Line;
    const isWhole =
      typeof line.run === "string" &&
      typeof line.finalText === "string" &&
      [line.results, line.calls].every(Array.isArray) &&
      [line.before, line.after].every((files) => typeof files === "object" && files !== null);
    return isWhole ? [line] : [];
  } catch {
    return [];
  }
}
