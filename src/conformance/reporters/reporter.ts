import type { Report } from "../run/report.js";
import type { RunEvent } from "../run/run.js";

/** Turns a run into text. Knows events and the report, and nothing of the engine. */
export interface Reporter {
  /** Takes the events of a run while it is under way. */
  handle(event: RunEvent): void;
  /** Takes the stored report of an earlier run instead. */
  replay(report: Report): void;
}

export interface ReporterOutput {
  write(text: string): unknown;
  /** Whether the reader of the output sees colours. */
  readonly color: boolean;
  /** Whether a line may be written over: never so in a pipe or a file. */
  readonly isTerminal?: boolean;
  /** Takes Markdown for the summary page of a CI job, where there is one. */
  readonly summarize?: (markdown: string) => unknown;
}

export type ReporterFactory = (output: ReporterOutput) => Reporter;

/** Most formats need only the report that ends a run. */
export function reporterOf(render: (report: Report) => string): ReporterFactory {
  return ({ write }) => {
    const replay = (report: Report) => void write(render(report));
    return {
      handle: (event) => {
        if (event.type === "run-finished") replay(event.report);
      },
      replay,
    };
  };
}
