import type { NexusReport } from "../../generated/nexus-report.js";

export type ReportRole = NexusReport["role"];

/** The roles that can report: the agents of this package, and Lead at the end of a skill. */
export const REPORT_ROLES = [
  "architect",
  "designer",
  "postdoc",
  "strategist",
  "engineer",
  "researcher",
  "writer",
  "tester",
  "reviewer",
  "lead",
] as const satisfies readonly ReportRole[];

/** What the invariants have to know of an agent; an agent of the manifest is one. */
export interface ReportAgent {
  readonly id: string;
  readonly category: string;
  readonly capabilities: readonly string[];
}
