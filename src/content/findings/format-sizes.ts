import { visibleLines } from "../../base/visible-text.js";
import type { BodySize } from "../rules/budgets.js";

/** What the figures are. */
const COUNTED = "Tokens are estimated for the compiled body, with ground rules and report form.";

/** The table of tokens against budgets for people; empty for a folder without bodies. Ends in a line end. */
export function sizesTable(sizes: readonly BodySize[]): string {
  if (sizes.length === 0) return "";
  const sum = sizes.reduce((all, { tokens }) => all + tokens, 0);
  const rows = [
    ["body", "tokens", "budget", ""],
    ...sizes.map(({ file, tokens, budget }) => [file, grouped(tokens), grouped(budget), tokens > budget ? "over" : ""]),
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
