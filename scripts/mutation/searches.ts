/** What random calls found of mutants that were chosen at random, as it is kept beside the catalogue. */

import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { packageRoot } from "../../src/package-root.js";
import { readText } from "../../src/read-text.js";

/** What came of the search in one mutant. */
export type Searched =
  | {
      /** Commands up to the first difference. */
      readonly commands: number;
      /** Length of the sequence to which it was shrunk. */
      readonly steps: number;
    }
  | { readonly shortfall: string };

/** All mutants of one choice. */
export interface Choice {
  readonly runs: number;
  /** How many mutants there were to choose from. */
  readonly of: number;
  readonly mutants: Readonly<Record<string, Searched>>;
}

/** By seed. */
export type Choices = Readonly<Record<string, Choice>>;

const NAME = "random-calls.json";

/** @returns nothing where no choice was kept yet */
export function readChoices(folder: string): Choices {
  const path = join(packageRoot, folder, NAME);
  return existsSync(path) ? (JSON.parse(readText(path, "results", NAME)) as Choices) : {};
}

/** Puts a choice in the place of an older one with the same seed. */
export function writeChoice(folder: string, seed: number, choice: Choice): void {
  const choices: Choices = { ...readChoices(folder), [seed]: choice };
  writeFileSync(join(packageRoot, folder, NAME), `${JSON.stringify(choices, null, 2)}\n`);
}
