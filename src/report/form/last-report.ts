import { fencesOf } from "../../base/markdown/fences.js";
import { isReportBlock } from "./read-block.js";

/** The number of reports in a text. */
export function countReports(text: string): number {
  return fencesOf(text).filter(isReportBlock).length;
}

/**
 * A transcript with everything blank up to the end of the last report but one, so that lines and offsets stay. What is
 * left is the last message as far as a text can tell, which says nothing of where messages begin.
 */
export function lastReport(text: string): string {
  const end = fencesOf(text).filter(isReportBlock).at(-2)?.close ?? 0;
  return text.slice(0, end).replace(/[^\n]/g, " ") + text.slice(end);
}
