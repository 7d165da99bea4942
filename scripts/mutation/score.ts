/** The score of a campaign. */

import type { Outcome } from "./campaign.js";
import type { Catalogue } from "./catalogue.js";

/** The result of one mutant in the matrix. */
export type Kept = Pick<Outcome, "status" | "proved" | "violated" | "killers" | "note">;

export type Results = Readonly<Record<string, Kept>>;

export interface Score {
  /** Mutants that behave differently from the reference. */
  readonly mutants: number;
  /** Mutants that a case of a broken requirement found. */
  readonly found: number;
  /** Ids of the mutants that were not found. */
  readonly missed: readonly string[];
  /** How many MUSTs can be judged, and the ids of those that no mutant proves. */
  readonly musts: number;
  readonly unprovedMusts: readonly string[];
  /** Every requirement that can be judged and that no mutant proves. */
  readonly unproved: readonly string[];
}

export function scoreOf({ mutants, contract: { requirements } }: Catalogue, results: Results): Score {
  const judged = mutants.filter(
    ({ id, equivalent }) => results[id] !== undefined && (equivalent === undefined || results[id]?.status === "killed"),
  );
  const missed = judged.filter(({ id }) => results[id]?.status !== "killed").map(({ id }) => id);
  const proved = new Set(Object.values(results).flatMap((result) => result.proved));
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
  };
}

/** Rounded down, so that 100 % means all. */
export function percent(share: number): string {
  return `${(Math.floor(share * 1000) / 10).toFixed(1)} %`;
}
