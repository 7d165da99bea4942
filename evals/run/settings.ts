/** What the user chose, and how the results are told. */

import { appendFileSync } from "node:fs";
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

/** How often each text did well, of how many times. */
export class Score {
  readonly #rows = new Map<string, Map<string, { good: number; all: number }>>();

  /** @param row what the table calls the situations, such as the body */
  count(row: string, text: string, isGood: boolean): void {
    const cells = this.#rows.get(row) ?? new Map<string, { good: number; all: number }>();
    const { good, all } = cells.get(text) ?? { good: 0, all: 0 };
    this.#rows.set(row, cells.set(text, { good: good + (isGood ? 1 : 0), all: all + 1 }));
  }

  /** Hands the rows to `npm run evals`, which prints one table for all files. */
  tell(): void {
    if (process.env["EVALS_RESULTS"] === undefined) return;
    for (const [row, cells] of this.#rows) {
      const scores = Object.fromEntries([...cells].map(([text, { good, all }]) => [text, `${good} of ${all}`]));
      appendFileSync(process.env["EVALS_RESULTS"], `${JSON.stringify({ row, scores })}\n`);
    }
  }
}
