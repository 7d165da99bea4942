/** What a campaign found, as it is kept beside the catalogue: what the proof page prints and a later run is held to. */

import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { packageRoot } from "../../src/package-root.js";
import { readText } from "../../src/read-text.js";
import type { Outcome } from "./campaign.js";
import type { Catalogue, Mutant } from "./catalogue.js";

/** What is kept of one mutant. */
export interface Kept {
  readonly status: Outcome["status"];
  readonly proved: readonly string[];
  /** How many cases of the requirements that it breaks did not pass. */
  readonly kills: number;
  /** The first of them. */
  readonly by?: string;
  readonly note?: string;
}

export type Results = Readonly<Record<string, Kept>>;

const NAME = "results.json";

/** @returns nothing where no campaign was kept yet */
export function readResults(folder: string): Results {
  const path = join(packageRoot, folder, NAME);
  return existsSync(path) ? (JSON.parse(readText(path, "results", NAME)) as Results) : {};
}

/** Puts new outcomes in the place of older ones, and drops those of mutants that are gone. */
export function writeResults(catalogue: Catalogue, outcomes: readonly Outcome[]): void {
  const { folder, mutants, contract } = catalogue;
  const known = { ...readResults(folder), ...resultsOf(outcomes) };
  const entries = mutants.flatMap(({ id }) => {
    const result = known[id];
    return result === undefined ? [] : [[id, result] as const];
  });
  writeJson(join(packageRoot, folder, NAME), Object.fromEntries(entries));
  writeJson(join(contract.folder, "proof.json"), proofOf(catalogue, Object.fromEntries(entries)));
}

/** What users of the contract may want to know of it, who get neither the catalogue nor the results. */
export function proofOf({ mutants, contract: { requirements } }: Catalogue, results: Results) {
  const found = [...requirements.keys()].map((id) => {
    const proving = mutants.filter((mutant) => results[mutant.id]?.proved.includes(id) === true);
    return [id, proving.map((mutant) => mutant.id)] as const;
  });
  return { proof_version: "1.0", requirements: Object.fromEntries(found.filter(([, proving]) => proving.length > 0)) };
}

function writeJson(path: string, value: unknown): void {
  writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`);
}

export function resultsOf(outcomes: readonly Outcome[]): Results {
  return Object.fromEntries(outcomes.map((outcome) => [outcome.mutant.id, kept(outcome)]));
}

export function isFound(result: Kept | undefined): boolean {
  return result !== undefined && result.status !== "survived";
}

function kept({ status, proved, killers, note }: Outcome): Kept {
  const [by] = killers;
  return {
    status,
    proved,
    kills: killers.length,
    ...(by === undefined ? {} : { by }),
    ...(note === undefined ? {} : { note }),
  };
}

/** What the results come to. */
export interface Score {
  readonly mutants: number;
  readonly killed: number;
  /** Found, but by cases of other requirements alone. */
  readonly elsewhere: number;
  readonly equivalent: readonly Mutant[];
  /** Neither found nor argued to be equivalent. */
  readonly survived: readonly Mutant[];
  /** Every MUST that can be judged, and those of which no mutant was found. */
  readonly musts: number;
  readonly unproved: readonly string[];
  /** Every MUST that fewer than three mutants break. */
  readonly thin: readonly string[];
  /** The share of mutants that are not equivalent and were found, from 0 to 1. */
  readonly share: number;
}

/** How many mutants a MUST is to have. */
export const MUTANTS_A_MUST = 3;

export function scoreOf({ mutants, contract: { requirements } }: Catalogue, results: Results): Score {
  const of = (status: Kept["status"]) => mutants.filter(({ id }) => results[id]?.status === status);
  const [killed, elsewhere] = [of("killed").length, of("elsewhere").length];
  const survivors = of("survived");
  const equivalent = survivors.filter((mutant) => mutant.equivalent !== undefined);
  const survived = survivors.filter((mutant) => mutant.equivalent === undefined);
  const judged = killed + elsewhere + survived.length;
  const musts = [...requirements.values()].filter(({ level, untested }) => level === "MUST" && untested === undefined);
  const proved = new Set(Object.values(results).flatMap((result) => result.proved));
  const broken = mutants.flatMap(({ breaks }) => breaks);
  return {
    mutants: killed + elsewhere + survivors.length,
    killed,
    elsewhere,
    equivalent,
    survived,
    musts: musts.length,
    unproved: musts.map(({ id }) => id).filter((id) => !proved.has(id)),
    thin: musts.map(({ id }) => id).filter((id) => broken.filter((other) => other === id).length < MUTANTS_A_MUST),
    share: judged === 0 ? 0 : (killed + elsewhere) / judged,
  };
}

/** Rounded down: nothing looks better than it is. */
export function percent(share: number): string {
  return `${(Math.floor(share * 1000) / 10).toFixed(1)} %`;
}
