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
  readonly mutants: Results;
}

/** Whose mutants were judged: the whole catalogue, a part of it, or the faults of outsiders. */
export type Part = "mutants" | "sample" | "outside";

export async function writeMatrix(contract: string, outcomes: readonly Outcome[], part: Part): Promise<void> {
  const mutants = Object.fromEntries(outcomes.map((outcome) => [outcome.mutant.id, kept(outcome)]));
  const matrix: Matrix = { commit: await commitOf(), hash: await hashOf(contract), mutants };
  keep(nameOf(contract, part), matrix);
}

/** @returns undefined when no campaign has judged the current state of the contract */
export async function readMatrix(contract: string, part: Part): Promise<Matrix | undefined> {
  const matrix = readKept(nameOf(contract, part)) as Matrix | undefined;
  return matrix !== undefined && matrix.hash === (await hashOf(contract)) ? matrix : undefined;
}

function nameOf(contract: string, part: Part): string {
  return `${part}-${contract}.json`;
}

export function kept({ status, violated, failed, note }: Outcome): Kept {
  return definedOnly({ status, violated, killers: failed, note });
}
