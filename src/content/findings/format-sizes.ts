import { visibleLines } from "../../base/visible-text.js";
import type { BodySize } from "../rules/budgets.js";

/** What the figures leave out. A count by hand gives more. */
const COUNTED = "Words are counted without macros and fenced blocks.";

/** The table of words against budgets for people; empty for a folder without bodies. Ends in a line end. */
export function sizesTable(sizes: readonly BodySize[]): string {
  if (sizes.length === 0) return "";
  const sum = sizes.reduce((all, { words }) => all + words, 0);
  const rows = [
    ["body", "words", "budget", ""],
    ...sizes.map(({ file, words, budget }) => [file, grouped(words), grouped(budget), words > budget ? "over" : ""]),
    [`all ${sizes.length}`, grouped(sum), "", ""],
  ];
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => (column === 1 ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0)))
      .join("  ")
      .trimEnd();
  return visibleLines([...rows.map(line), COUNTED]);
}

/** 14000 as 14,000, the same on every machine. */
function grouped(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ",");
}
