/** Prints one character per case, and then the findings. */

import type { Report } from "../run/report.js";
import type { RunEvent } from "../run/run-event.js";
import { join, type Line, line, rendered } from "./line.js";
import { type Palette, palette } from "./palette.js";
import { endOfRun } from "./pretty-summary.js";
import type { Reporter, ReporterFactory, ReporterOutput } from "./reporter.js";
import type { Status } from "./wording.js";

export const dotReporter: ReporterFactory = (output) => new DotReporter(output, palette(output.color));

/** Narrow enough for any terminal. */
const WIDTH = 60;

class DotReporter implements Reporter {
  private written = 0;

  constructor(
    private readonly output: ReporterOutput,
    private readonly paint: Palette,
  ) {}

  handle(event: RunEvent): void {
    if (event.type === "case-finished") this.sign(event.result.status);
    if (event.type === "run-finished") this.end(event.report);
  }

  replay(report: Report): void {
    for (const { status } of report.cases) this.sign(status);
    this.end(report);
  }

  private sign(status: Status): void {
    if (this.written > 0 && this.written % WIDTH === 0) this.output.write("\n");
    this.written += 1;
    const { bad, warn, dim } = this.paint;
    const signs: Readonly<Record<Status, Line>> = {
      passed: line`.`,
      failed: bad("F"),
      blocked: warn("B"),
      errored: bad("E"),
      skipped: dim("-"),
      not_taken: dim("o"),
      known_failing: warn("k"),
      unexpectedly_passing: bad("!"),
    };
    this.output.write(rendered(signs[status]));
  }

  private end(report: Report): void {
    const lines = [...(this.written > 0 ? [line``] : []), ...endOfRun(report, this.paint, this.output.isVerbose)];
    this.output.write(`${rendered(join(lines))}\n`);
  }
}
