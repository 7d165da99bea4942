import { visibleLine } from "../../base/visible-text.js";
import type { ReporterOutput } from "./reporter.js";

/** Narrow enough for any terminal, because a wrapped line cannot be overwritten. */
const WIDTH = 60;

/** A line at the bottom of a terminal that is overwritten repeatedly. Not shown in a pipe or a file. */
export class ProgressLine {
  private isShown = false;

  constructor(private readonly output: ReporterOutput) {}

  show(text: string): void {
    if (this.output.isTerminal !== true) return;
    const shown = visibleLine(text);
    this.output.write(`\r${shown.length > WIDTH ? `${shown.slice(0, WIDTH - 1)}…` : shown.padEnd(WIDTH)}`);
    this.isShown = true;
  }

  /** Call this before writing anything else. */
  clear(): void {
    if (this.isShown) this.output.write(`\r${" ".repeat(WIDTH)}\r`);
    this.isShown = false;
  }
}
