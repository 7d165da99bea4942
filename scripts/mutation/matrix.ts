/** The matrix of mutants and killers: the results of the last campaign over a contract. */

import { definedOnly } from "../../src/base/defined-only.js";
import { keep, readKept } from "../proof/folder.js";
import { commitOf, hashOf } from "../proof/proof-inputs.js";
import type { Outcome } from "./campaign.js";
import type { Kept, Results } from "./score.js";

export interface Matrix {
  readonly commit: string;
  /** Hash over everything that was judged. */
  readonly hash: string;
  /** all: every failing case is a killer. own: only failing cases of the broken requirements are. */
  readonly cases: "all" | "own";
  readonly mutants: Results;
}

/** @param part of the catalogue; undefined for the whole */
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

/** @returns undefined when no campaign has judged the current state of the contract */
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
