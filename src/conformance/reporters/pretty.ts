/** The report for a person at a terminal: the causes of failures and the counts; with --verbose every case. */

import type { RunPlan } from "../run/plan.js";
import { type CaseRecord, caseRecord, type Report } from "../run/report.js";
import { reachedBy } from "../run/repro.js";
import type { RunEvent } from "../run/run-event.js";
import { groupCases } from "./group-cases.js";
import { type Line, line, rendered } from "./line.js";
import { type Palette, palette } from "./palette.js";
import { tally } from "./pretty-counts.js";
import { endOfRun } from "./pretty-summary.js";
import { ProgressLine } from "./progress-line.js";
import type { Reporter, ReporterFactory, ReporterOutput } from "./reporter.js";
import { groupOf, implementationOf, isFinding, STATUSES, type Status, scopeOf, suppliedBy } from "./wording.js";

export const prettyReporter: ReporterFactory = (output) => new PrettyReporter(output, palette(output.color));

class PrettyReporter implements Reporter {
  private plan: RunPlan | undefined;
  private readonly groups = new Map<string, CaseRecord[]>();
  private sizes: ReadonlyMap<string, number> = new Map();
  private started = 0;
  private findings = 0;
  private readonly progress: ProgressLine;
  private readonly isVerbose: boolean;

  constructor(
    private readonly output: ReporterOutput,
    private readonly paint: Palette,
  ) {
    this.progress = new ProgressLine(output);
    this.isVerbose = output.isVerbose === true;
  }

  handle(event: RunEvent): void {
    switch (event.type) {
      case "run-started":
        this.plan = event.plan;
        this.sizes = sizesOf(event.plan);
        this.lines(this.title(headOf(event.plan)));
        return;
      case "case-started":
        this.showProgress(event.case.id);
        return;
      case "case-finished":
        if (this.plan === undefined) return;
        if (isFinding(event.result)) this.findings += 1;
        if (this.isVerbose) this.add(caseRecord(event.result, this.plan));
        return;
      case "run-finished":
        this.lines(endOfRun(event.report, this.paint, this.isVerbose));
    }
  }

  replay(report: Report): void {
    this.lines(this.title(report));
    if (this.isVerbose) for (const cases of groupCases(report.cases).values()) this.lines(this.groupLines(cases));
    this.lines(endOfRun(report, this.paint, this.isVerbose));
  }

  private title(head: Head): readonly Line[] {
    const { strong, dim } = this.paint;
    const seed = head.seed === undefined ? "" : `  --seed ${head.seed}`;
    const order = head.shuffle === undefined ? seed : `${seed}  --shuffle ${head.shuffle}`;
    const supplied = suppliedBy(head).map((text) => dim(`the mapping supplies ${text}`));
    return [
      line`${strong(scopeOf(head))}  ${implementationOf(head)}  ${dim(head.adapter + order)}`,
      ...supplied,
      ...(this.isVerbose ? [line``] : []),
    ];
  }

  private showProgress(id: string): void {
    this.started += 1;
    const found = this.findings === 0 ? "" : `, ${this.findings} did not pass`;
    this.progress.show(`  ${this.started} of ${this.plan?.cases.length ?? 0}${found}  ${id}`);
  }

  /** Prints the line of a fixture file after the last of its cases, in whatever order they arrive. */
  private add(record: CaseRecord): void {
    const name = groupOf(record);
    const cases = [...(this.groups.get(name) ?? []), record];
    this.groups.set(name, cases);
    if (cases.length === this.sizes.get(name)) this.lines(this.groupLines(cases));
  }

  private groupLines(cases: readonly CaseRecord[]): readonly Line[] {
    const counts: Partial<Record<Status, number>> = {};
    for (const { status } of cases) counts[status] = (counts[status] ?? 0) + 1;
    const { good, bad, dim } = this.paint;
    const isShown = counts.passed !== undefined && counts.blocked === undefined;
    const mark = cases.some(isFinding) ? bad("✗") : isShown ? good("✓") : dim("-");
    const name = cases[0] === undefined ? "" : groupOf(cases[0]);
    return [
      line`  ${mark} ${name.padEnd(34)} ${tally(counts, this.paint)}`,
      ...cases.map(
        ({ id, status }) => line`      ${isFinding({ status }) ? bad(STATUSES[status]) : dim(STATUSES[status])} ${id}`,
      ),
    ];
  }

  private lines(lines: readonly Line[]): void {
    this.progress.clear();
    for (const each of lines) this.output.write(`${rendered(each)}\n`);
  }
}

type Head = Pick<
  Report,
  "contract" | "contract_version" | "profile" | "implementation" | "adapter" | "seed" | "shuffle" | "mapping"
>;

function sizesOf({ cases }: RunPlan): ReadonlyMap<string, number> {
  const sizes = new Map<string, number>();
  for (const testCase of cases) sizes.set(groupOf(testCase), (sizes.get(groupOf(testCase)) ?? 0) + 1);
  return sizes;
}

function headOf(plan: RunPlan): Head {
  const { contract, profile, adapter, seed, shuffle, mapping } = plan;
  const { name, version } = adapter;
  return {
    contract: contract.id,
    contract_version: contract.version,
    profile,
    implementation: { name, ...(version === undefined ? {} : { version }) },
    adapter: reachedBy(plan),
    ...(seed === undefined ? {} : { seed }),
    ...(shuffle === undefined ? {} : { shuffle }),
    mapping,
  };
}
