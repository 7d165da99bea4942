/** What the user chose, and how the results are told. */

import { estimateTokenCount } from "tokenx";

export const {
  EVALS_MODEL: chosen = "scripted",
  EVALS_MODEL_NAME: modelName = "default",
  EVALS_RIVALS: rivals,
} = process.env;

/** A conversation of this kind takes about so many turns, and each of them sends again what came before. */
const TURNS = 8;

/** @param texts for each conversation what the model has to read in it */
export function tellCost(texts: readonly string[]): void {
  const tokens = texts.reduce((sum, text) => sum + TURNS * estimateTokenCount(text), 0);
  process.stdout.write(
    `With a real model: ${texts.length} conversations, about ${Math.round(tokens / 1000)} thousand tokens read.\n`,
  );
}

export function tellTable(head: readonly string[], rows: readonly (readonly string[])[]): void {
  if (rows.length === 0) return;
  const lines = [head, ...rows].map((row) =>
    row
      .map((cell) => cell.padEnd(16))
      .join("")
      .trimEnd(),
  );
  process.stdout.write(`\n${lines.join("\n")}\n`);
}
