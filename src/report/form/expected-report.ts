import type { ReportAgent } from "./roles.js";

/** What the delegation said. What is absent is not checked. */
export interface ExpectedReport {
  /** The role that was spawned; `lead` for a skill. */
  readonly role?: string;
  /** The task as it was given; null where there was none. */
  readonly taskId?: number | null;
  /** The lines of acceptance, in their order. An empty list says that none was given. */
  readonly acceptance?: readonly string[];
  /**
   * The agents with category and capabilities; those of this package where absent. One that the form does not name
   * reports in the same fields, and in a part of its own of any shape.
   */
  readonly agents?: readonly ReportAgent[];
  /** Skills that Lead may report on besides those of this package, in a part of any shape. */
  readonly skills?: readonly string[];
  /** Files that differ in the workspace, as paths from its root. */
  readonly changedFiles?: readonly string[];
}

/** A place that breaks an invariant: a value of the report, or an offset of the message. */
export interface ReportBreach {
  readonly pointer: string;
  readonly offset?: number;
  /** What is wrong, as a sentence without its full stop. */
  readonly message: string;
  /** What to do in this place. It precedes the remedy of the invariant. */
  readonly hint?: string;
}
