/** The `nexus-report` block of a last message, and where it breaks what holds between its fields. */

import { parseJson } from "../../src/located-document.js";
import { type Block, type Expected, INVARIANTS } from "./report-invariants.js";

export interface ReadReport {
  /** The message without its block. */
  readonly prose: string;
  /** Absent where there is no block, more than one, or one that holds no JSON object. */
  readonly block?: Block;
  /** Why there is no block. */
  readonly problem?: string;
}

const FENCE = /^ {0,3}(`{3,})nexus-report[^\n]*\n([\s\S]*?)^ {0,3}\1`*[ \t]*$/gmu;

/** Takes a last message apart. It never throws: a message without a block is one that a check fails on. */
export function readReport(text: string): ReadReport {
  const found = [...text.replaceAll("\r\n", "\n").matchAll(FENCE)];
  const prose = text.replaceAll("\r\n", "\n").replaceAll(FENCE, "").trim();
  const [only, ...others] = found;
  if (only === undefined) return { prose, problem: "the message holds no nexus-report block" };
  if (others.length > 0) return { prose, problem: `the message holds ${found.length} nexus-report blocks` };
  try {
    const { value } = parseJson(only[2] ?? "", "block");
    if (typeof value !== "object" || value === null || Array.isArray(value))
      return { prose, problem: "the block holds no JSON object" };
    return { prose, block: value as Block };
  } catch (thrown) {
    return { prose, problem: `the block is no JSON: ${(thrown as Error).message}` };
  }
}

/** What a report breaks, in the order of the invariants: `I3: …`. A report without a block breaks the first. */
export function breachesOf(
  report: ReadReport,
  expected: Expected,
  which: "all" | readonly string[] = "all",
): readonly string[] {
  if (report.block === undefined) return [`I1: ${report.problem}`];
  const { block } = report;
  return Object.entries(INVARIANTS)
    .filter(([id]) => which === "all" || which.includes(id))
    .flatMap(([id, invariant]) => {
      const problem = invariant(block, expected, report.prose);
      return problem === undefined ? [] : [`${id}: ${problem}`];
    });
}
