import type { Report } from "../run/report.js";
import type { RunEvent } from "../run/run-event.js";

/** Turns a run into text. Depends on events and the report only, not on the engine. */
export interface Reporter {
  /** Called with each event during a run. */
  handle(event: RunEvent): void;
  /** Called instead with the stored report of an earlier run. */
  replay(report: Report): void;
}

export interface ReporterOutput {
  write(text: string): unknown;
  /** Whether to use colours. */
  readonly color: boolean;
  /** Whether a report for people shows every case. */
  readonly isVerbose?: boolean;
  /** Whether a line can be overwritten. */
  readonly isTerminal?: boolean;
  /** Adds Markdown to the summary page of a CI job, if there is one. */
  readonly summarize?: (markdown: string) => unknown;
}

export type ReporterFactory = (output: ReporterOutput) => Reporter;

/** A reporter that needs only the report at the end of a run. */
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
