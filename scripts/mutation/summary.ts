/** What a campaign prints at its end. */

import type { Catalogue } from "./catalogue.js";
import { type Exception, percent, type Results, recallOf, scoreOf } from "./score.js";

export interface Summary {
  readonly lines: readonly string[];
  readonly isGood: boolean;
}

/** The share of mutants that must convict the requirement that they break and no other. */
const PRECISION_GOAL = 0.95;

/** @param isWhole whether the whole catalogue was judged; the goals are for the whole */
export function summaryOf(catalogue: Catalogue, results: Results, isWhole: boolean): Summary {
  const { mutants, found, missed, musts, unprovedMusts, precision } = scoreOf(catalogue, results);
  const { exact, exceptions, levels } = precision;
  const provedMusts = [
    `${musts - unprovedMusts.length} of ${musts} MUST proved`,
    ...unprovedMusts.map((id) => `  not proved: ${id}`),
  ];
  const reachesGoals = unprovedMusts.length === 0 && exact >= PRECISION_GOAL * mutants && levels.length === 0;
  return {
    lines: [
      `${found} of ${mutants} mutants found (${share(found, mutants)})`,
      ...missed.map((id) => `  not found: ${id}`),
      ...(isWhole ? provedMusts : []),
      `precision: ${exact} of ${mutants} convict what they break and nothing else (${share(exact, mutants)})`,
      ...exceptions.map(lineOf),
      `${levels.length} that break a SHOULD or a MAY convict a MUST`,
      ...levels.map(({ mutant }) => `  ${mutant}`),
    ],
    isGood: found === mutants && (!isWhole || reachesGoals),
  };
}

/** Each survivor has to be listed as one, and nothing else may be. */
export function summaryOfOutsiders(catalogue: Catalogue, results: Results): Summary {
  const { total, found, survivors, excluded } = recallOf(catalogue, results);
  const listed = catalogue.mutants.filter(({ id, survives }) => survives !== undefined && results[id] !== undefined);
  const surprising = survivors.filter((id) => !listed.some((each) => each.id === id));
  const idle = listed.filter(({ id }) => !survivors.includes(id));
  return {
    lines: [
      `recall: ${found} of ${total} faults of outsiders found (${share(found, total)}), ${excluded} excluded`,
      ...surprising.map((id) => `  survives, and the catalogue does not say why: ${id}`),
      ...idle.map(({ id }) => `  listed as a survivor, but found: ${id}`),
    ],
    isGood: surprising.length === 0 && idle.length === 0,
  };
}

function lineOf({ mutant, named, convicted }: Exception): string {
  return `  ${mutant} breaks ${named} and convicts ${convicted.join(", ") || "nothing"}`;
}

function share(part: number, total: number): string {
  return percent(total === 0 ? 1 : part / total);
}
