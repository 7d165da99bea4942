import type { RunEvent } from "../run.js";

/** Turns the events of a run into text. Knows events and the report, and nothing of the engine. */
export interface Reporter {
  handle(event: RunEvent): void;
}

export interface ReporterOutput {
  write(text: string): unknown;
  /** Whether the reader of the output sees colours. */
  readonly color: boolean;
}

export type ReporterFactory = (output: ReporterOutput) => Reporter;
