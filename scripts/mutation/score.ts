/** The scores of a campaign: how many mutants it finds, and how many of them convict what they break and nothing else. */

import type { Proof } from "../../src/generated/proof.js";
import type { Outcome } from "./campaign.js";
import type { Catalogue, Mutant } from "./catalogue.js";

/** The result of one mutant in the matrix. */
export type Kept = Pick<Outcome, "status" | "violated" | "note"> & { readonly killers: readonly string[] };

export type Results = Readonly<Record<string, Kept>>;

export interface Score {
  /** Mutants that behave differently from the reference. */
  readonly mutants: number;
  /** Mutants whose broken requirement is violated. */
  readonly found: number;
  /** Ids of the mutants that were not found. */
  readonly missed: readonly string[];
  /** How many MUSTs can be judged, and the ids of those that no mutant proves. */
  readonly musts: number;
  readonly unprovedMusts: readonly string[];
  /** Every requirement that can be judged and that no mutant proves. */
  readonly unproved: readonly string[];
  readonly precision: Precision;
}

export interface Precision {
  /** Mutants that convict the requirement that they break and no other. */
  readonly exact: number;
  /** All other mutants. */
  readonly exceptions: readonly Exception[];
  /** Mutants that break a SHOULD or a MAY and convict a MUST. */
  readonly levels: readonly Exception[];
}

export interface Exception {
  readonly mutant: string;
  /** The requirement that the mutant breaks. */
  readonly named: string;
  readonly convicted: readonly string[];
}

export function scoreOf(catalogue: Catalogue, results: Results): Score {
  const { requirements } = catalogue.contract;
  const judged = judgedMutants(catalogue, results);
  const missed = judged.filter(({ id }) => results[id]?.status !== "killed").map(({ id }) => id);
  const proved = new Set(judged.flatMap(({ id, breaks }) => (results[id]?.status === "killed" ? [breaks] : [])));
  const testable = [...requirements.values()].filter(({ untested }) => untested === undefined);
  const open = testable.filter(({ id }) => !proved.has(id));
  const isMust = ({ level }: { readonly level: string }) => level === "MUST";
  return {
    mutants: judged.length,
    found: judged.length - missed.length,
    missed,
    musts: testable.filter(isMust).length,
    unprovedMusts: open.filter(isMust).map(({ id }) => id),
    unproved: open.map(({ id }) => id),
    precision: precisionOf(catalogue, judged, results),
  };
}

/** A mutant that is said to behave like the reference counts only when a case finds it. */
function judgedMutants({ mutants }: Catalogue, results: Results): readonly Mutant[] {
  return mutants.filter(
    ({ id, equivalent }) => results[id] !== undefined && (equivalent === undefined || results[id]?.status === "killed"),
  );
}

function precisionOf(
  { contract: { requirements } }: Catalogue,
  judged: readonly Mutant[],
  results: Results,
): Precision {
  const isMust = (id: string) => requirements.get(id)?.level === "MUST";
  const exceptions = judged
    .map(({ id, breaks }) => ({ mutant: id, named: breaks, convicted: results[id]?.violated ?? [] }))
    .filter(({ named, convicted: [first, ...others] }) => first !== named || others.length > 0);
  return {
    exact: judged.length - exceptions.length,
    exceptions,
    levels: exceptions.filter(({ named, convicted }) => !isMust(named) && convicted.some(isMust)),
  };
}

/**
 * What has become worse since the last proof of the contract: mutants that no longer convict what they break, and
 * convictions of others that the proof does not have. Before a proof has measured precision, it is not known which mutants
 * convict something else, so each must only convict something.
 */
export function unaccepted(exceptions: readonly Exception[], proof: Pick<Proof, "precision"> | undefined) {
  const accepted = proof?.precision?.exceptions;
  if (accepted === undefined) return exceptions.filter(({ convicted }) => convicted.length === 0);
  return exceptions.filter(({ mutant, named, convicted }) => {
    const known = accepted[mutant];
    const wasMissed = known !== undefined && !known.includes(named);
    if (!convicted.includes(named) && !wasMissed) return true;
    return convicted.some((id) => id !== named && known?.includes(id) !== true);
  });
}

/** How many faults of outsiders were found: by any case, because authors may name another requirement than we would. */
export function recallOf({ mutants }: Pick<Catalogue, "mutants">, results: Results) {
  const counted = mutants.filter(({ id, excluded }) => excluded === undefined && results[id] !== undefined);
  const survivors = counted.filter(({ id }) => results[id]?.status === "survived").map(({ id }) => id);
  return {
    total: counted.length,
    found: counted.length - survivors.length,
    survivors,
    excluded: mutants.filter(({ excluded }) => excluded !== undefined).length,
  };
}

/** Rounded down, so that 100 % means all. */
export function percent(share: number): string {
  return `${(Math.floor(share * 1000) / 10).toFixed(1)} %`;
}
