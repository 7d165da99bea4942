/** What the outcomes of a campaign come to. */

import type { Outcome } from "./campaign.js";
import type { Catalogue } from "./catalogue.js";

/** Of one mutant, as the matrix keeps it. */
export type Kept = Pick<Outcome, "status" | "proved" | "violated" | "killers" | "note">;

export type Results = Readonly<Record<string, Kept>>;

export interface Score {
  /** Mutants that somebody could tell from the reference. */
  readonly mutants: number;
  /** Those that a case of a broken requirement has found. */
  readonly found: number;
  /** Ids of the others. */
  readonly missed: readonly string[];
  /** How many MUST can be judged, and of those the ones that no mutant proves. */
  readonly musts: number;
  readonly unprovedMusts: readonly string[];
  /** Every requirement that no mutant proves, of those that can be judged. */
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

/** Rounded down: nothing looks better than it is. */
export function percent(share: number): string {
  return `${(Math.floor(share * 1000) / 10).toFixed(1)} %`;
}
