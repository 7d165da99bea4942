import { type Adapter, type ConformanceOptions, runConformance } from "nexus-core";

const FULL = { contract: "thread", profile: "full", strict: true, timeout: 30_000 } as const;

/** The requirements that did not pass, with reasons. */
export async function othersIn(form: Adapter | string, options: ConformanceOptions = {}) {
  const { cases, verdict } = await runConformance(form, { ...FULL, ...options });
  const others = cases.filter(({ status }) => status !== "passed");
  const reasons = [...new Set(others.map(({ id, status, reason }) => `${status}: ${reason ?? id}`))].sort();
  return { verdict, reasons, passed: cases.length - others.length };
}

/** Reasons to skip a case. */
export const NO_PROCESS =
  "skipped: it needs a process that can be ended: reach it through module:, lines: or mcp-stdio:";
export const NO_CLOCK = "skipped: the implementation's clock cannot be moved";
