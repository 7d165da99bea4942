/** What the runner looks at in a last message; what is right about a report is for the package to say. */

import { fencesOf } from "../../src/content/fences.js";
import { isReportBlock, readBlock } from "../../src/content/report/read-block.js";

export interface ReadReport {
  /** The message without its report. */
  readonly prose: string;
  /** The JSON object of the report. Absent where nobody can tell what it says. */
  readonly block?: Readonly<Record<string, unknown>>;
  /** Why there is none. */
  readonly problem?: string;
}

/**
 * Takes a last message apart. It never throws: a message without a report is one that a check fails on. A report that
 * lacks a field, or has one too many, is still one: checks look at what is there.
 */
export function readReport(text: string): ReadReport {
  const { faults, range, found } = readBlock(text);
  const prose = withoutReports(text, range);
  const [fault] = faults;
  if (fault !== undefined) return { prose, problem: fault.message };
  const value = found?.value;
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return { prose, problem: "the block holds no JSON object" };
  return { prose, block: value as Readonly<Record<string, unknown>> };
}

/** None of several blocks counts, and none of them is prose. */
function withoutReports(text: string, only: { readonly start: number; readonly end: number }): string {
  const blocks = fencesOf(text).filter(isReportBlock);
  const ranges =
    blocks.length < 2 ? [only] : blocks.map(({ open, close }) => ({ start: open, end: close ?? text.length }));
  let prose = "";
  let at = 0;
  for (const { start, end } of ranges) {
    prose += text.slice(at, start);
    at = end;
  }
  return (prose + text.slice(at)).replaceAll("\r\n", "\n").trim();
}
