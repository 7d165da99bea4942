/** The report for a person at a terminal: a line for each fixture file, then what went wrong, then the sum. */

import type { Failure } from "../failure.js";
import type { RunPlan } from "../plan.js";
import type { Report } from "../report.js";
import { reproLine } from "../repro.js";
import type { CaseResult } from "../result.js";
import { baselineLines } from "./baseline-lines.js";
import { type Palette, palette } from "./palette.js";
import type { Reporter, ReporterFactory, ReporterOutput } from "./reporter.js";

export const prettyReporter: ReporterFactory = (output) => new PrettyReporter(output, palette(output.color));

/** The longest value that a report prints; the JSON report has it whole. */
const VALUE_LIMIT = 400;

/** The longest list of requirements that a report prints. */
const LIST_LIMIT = 12;

class PrettyReporter implements Reporter {
  private plan: RunPlan | undefined;
  private group: CaseResult[] = [];

  constructor(
    private readonly output: ReporterOutput,
    private readonly paint: Palette,
  ) {}

  handle(event: Parameters<Reporter["handle"]>[0]): void {
    switch (event.type) {
      case "run-started":
        this.plan = event.plan;
        this.line(this.title(event.plan));
        this.line("");
        return;
      case "case-started":
        if (this.group[0] !== undefined && groupOf(this.group[0].case.name) !== groupOf(event.case.name))
          this.endGroup();
        return;
      case "case-finished":
        this.group.push(event.result);
        return;
      case "run-finished":
        this.endGroup();
        for (const result of event.results) {
          if (result.failures.length > 0 && result.known === undefined) this.explain(result);
        }
        for (const line of baselineLines(event.report)) this.line(line);
        this.notes(event.results);
        this.summary(event.report);
    }
  }

  private title({ contract, profile, adapter, adapterForm }: RunPlan): string {
    const name = [adapter.name, adapter.version].filter((part) => part !== undefined).join(" ");
    return `${this.paint.strong(`${contract.id} ${contract.version} / ${profile}`)}  ${name}  ${this.paint.dim(adapterForm)}`;
  }

  private endGroup(): void {
    const [first] = this.group;
    if (first === undefined) return;
    const counts = countByStatus(this.group);
    const bad = counts.failed + counts.errored + counts.unexpectedly_passing;
    const mark = bad > 0 ? this.paint.bad("✗") : counts.passed > 0 ? this.paint.good("✓") : this.paint.dim("-");
    this.line(`  ${mark} ${groupOf(first.case.name).padEnd(34)} ${this.tally(counts)}`);
    this.group = [];
  }

  private tally(counts: Counts): string {
    const parts = [
      counts.passed > 0 ? `${counts.passed} passed` : "",
      counts.failed > 0 ? this.paint.bad(`${counts.failed} failed`) : "",
      counts.errored > 0 ? this.paint.bad(`${counts.errored} errored`) : "",
      counts.known_failing > 0 ? this.paint.warn(`${counts.known_failing} known to fail`) : "",
      counts.unexpectedly_passing > 0 ? this.paint.bad(`${counts.unexpectedly_passing} unexpectedly passing`) : "",
      counts.skipped > 0 ? this.paint.dim(`${counts.skipped} skipped`) : "",
    ];
    return parts.filter((part) => part !== "").join(", ");
  }

  private explain(result: CaseResult): void {
    const { case: testCase, status } = result;
    this.line("");
    this.line(
      `${this.paint.bad(status.toUpperCase())} ${this.paint.strong(testCase.name)}  ${this.paint.dim(`${testCase.file}:${testCase.line}`)}`,
    );
    this.line(`  ${testCase.description}`);
    if (testCase.verifies.length > 0) this.line(this.paint.dim(`  verifies ${testCase.verifies.join(", ")}`));
    for (const failure of result.failures) this.failure(failure, testCase.steps.length);
    if (result.workspace !== undefined) this.line(`  kept in ${result.workspace}`);
    if (this.plan !== undefined) this.line(`  ${this.paint.dim("alone:")} ${reproLine(testCase, this.plan)}`);
  }

  private failure(failure: Failure, steps: number): void {
    const step = steps > 1 ? `step ${failure.step + 1} of ${steps}: ` : "";
    this.line(`  ${this.paint.bad("•")} ${step}${failure.message}  ${this.paint.dim(failure.code)}`);
    if (failure.requirement !== undefined) this.line(this.paint.dim(`      violates ${failure.requirement}`));
    if (!("expected" in failure) && !("actual" in failure)) return;
    if ("expected" in failure) this.line(`      expected  ${printed(failure.expected)}`);
    this.line(`      actual    ${printed(failure.actual)}`);
  }

  private notes(results: readonly CaseResult[]): void {
    const notes = [...new Set(results.flatMap((result) => result.notes))];
    if (notes.length === 0) return;
    this.line("");
    this.line(this.paint.warn("Noted (fails only with --strict)"));
    for (const note of notes) this.line(`  ${note}`);
  }

  private summary({ contract, profile, verdict, summary, requirements, baseline }: Report): void {
    const { total, ...counts } = summary.cases;
    this.line("");
    this.line(`Cases         ${this.tally(counts)}${counts.passed === total ? "" : ` of ${total}`}`);
    const levels = (["MUST", "SHOULD", "MAY"] as const)
      .filter((level) => summary.requirements[level].total > 0)
      .map((level) => `${summary.requirements[level].conforming} of ${summary.requirements[level].total} ${level}`);
    if (levels.length > 0) this.line(`Requirements  ${contract} / ${profile}: ${levels.join(", ")}`);
    const ids = (status: Report["requirements"][number]["status"]) =>
      requirements.filter((requirement) => requirement.status === status).map(({ level, id }) => `${level} ${id}`);
    this.list("violated", ids("violated"), this.paint.bad);
    this.list("not observed", ids("not_observed"), this.paint.warn);
    this.list("not applicable", ids("not_applicable"), this.paint.dim);
    const untested = ids("untested").length;
    if (untested > 0) this.line(this.paint.dim(`  ${untested} more cannot be tested yet and are not counted`));
    this.line("");
    this.line(verdict === "conforms" ? this.paint.good("Conforms.") : this.paint.bad(VERDICTS[verdict]));
    if (baseline?.holds === true && verdict !== "conforms") {
      this.line(this.paint.warn(`All that stands against it is known: see ${baseline.file}.`));
    }
  }

  private list(title: string, ids: readonly string[], paint: (text: string) => string): void {
    if (ids.length === 0) return;
    this.line(paint(`  ${ids.length} ${title}`));
    for (const id of ids.slice(0, LIST_LIMIT)) this.line(`    ${id}`);
    if (ids.length > LIST_LIMIT)
      this.line(this.paint.dim(`    … and ${ids.length - LIST_LIMIT} more, all in the JSON report`));
  }

  private line(text: string): void {
    this.output.write(`${text}\n`);
  }
}

const VERDICTS: Readonly<Record<Report["verdict"], string>> = {
  conforms: "Conforms.",
  "does-not-conform": "Does not conform.",
  "nothing-judged": "Nothing was judged: no case applies to what the adapter offers.",
  "adapter-error": "The adapter failed in every case, so the implementation was not judged.",
};

type Counts = Readonly<Record<CaseResult["status"], number>>;

function countByStatus(results: readonly CaseResult[]): Counts {
  const counts = { passed: 0, failed: 0, errored: 0, skipped: 0, known_failing: 0, unexpectedly_passing: 0 };
  for (const { status } of results) counts[status] += 1;
  return counts;
}

/** The fixture file's name without contract and case. */
function groupOf(name: string): string {
  return name.split("/").slice(1, -1).join("/");
}

function printed(value: unknown): string {
  const text = value === undefined ? "nothing" : JSON.stringify(value);
  return text.length > VALUE_LIMIT ? `${text.slice(0, VALUE_LIMIT)}… (${text.length} characters)` : text;
}
