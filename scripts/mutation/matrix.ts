/** The matrix of mutant by killer: what the last campaign over the mutants of a contract has found. */

import { definedOnly } from "../../src/base/defined-only.js";
import { keep, readKept } from "../proof/folder.js";
import { commitOf, hashOf } from "../proof/judged.js";
import type { Outcome } from "./campaign.js";
import type { Kept, Results } from "./score.js";

export interface Matrix {
  readonly commit: string;
  /** Of what was judged. */
  readonly hash: string;
  /** all: killers are all cases that fail. own: those of the requirements that a mutant breaks. */
  readonly cases: "all" | "own";
  readonly mutants: Results;
}

/** @param part of the catalogue; nothing for a campaign over all of it */
export async function writeMatrix(
  contract: string,
  outcomes: readonly Outcome[],
  cases: Matrix["cases"],
  part?: "sample",
): Promise<void> {
  const mutants = Object.fromEntries(outcomes.map((outcome) => [outcome.mutant.id, kept(outcome)]));
  const matrix: Matrix = { commit: await commitOf(), hash: await hashOf(contract), cases, mutants };
  keep(part === undefined ? nameOf(contract) : `matrix-${contract}-${part}.json`, matrix);
}

/** @returns nothing where no campaign has judged the contract as it is now */
export async function readMatrix(contract: string): Promise<Matrix | undefined> {
  const matrix = readKept(nameOf(contract)) as Matrix | undefined;
  return matrix !== undefined && matrix.hash === (await hashOf(contract)) ? matrix : undefined;
}

function nameOf(contract: string): string {
  return `matrix-${contract}.json`;
}

function kept({ status, proved, violated, killers, note }: Outcome): Kept {
  return definedOnly({ status, proved, violated, killers, note });
}
