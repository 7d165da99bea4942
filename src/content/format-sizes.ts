import { visibleLines } from "../visible-text.js";
import type { BodySize, Sizes } from "./bodies/budgets.js";
import { FIRST_BYTES } from "./bodies/budgets.js";

/** What the figures leave out: an author who counts by hand finds more. */
const COUNTED = "Words are counted without macros and fenced blocks, bytes with them.";

/** The table of words against budgets for people; empty for a folder without bodies. Ends in a line end. */
export function sizesTable({ bodies, words, budget }: Sizes): string {
  if (bodies.length === 0) return "";
  const rows = [
    ["body", "words", "budget", "", `first ${grouped(FIRST_BYTES)} bytes`],
    ...bodies.map((body) => [body.file, grouped(body.words), shownBudget(body), shownState(body), shownCut(body)]),
    [`all ${bodies.length}`, grouped(words), grouped(budget), words > budget ? "over" : "", ""],
  ];
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => (column === 1 ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0)))
      .join("  ")
      .trimEnd();
  return visibleLines([...rows.map(line), COUNTED]);
}

function shownBudget({ budget: { least, soft, hard } }: BodySize): string {
  return `${least === undefined ? "" : `${least} to `}${grouped(soft)}, at most ${grouped(hard)}`;
}

function shownState({ state }: BodySize): string {
  return state === "within" ? "" : state;
}

function shownCut({ cut }: BodySize): string {
  return cut.length === 0 ? "hold all" : `end before ${cut.join(", ")}`;
}

/** 14000 as 14,000, the same on every machine. */
function grouped(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ",");
}
