/** The table of the last proofs. */

import { table } from "../markdown-table.js";
import { findReferences } from "../mutation/references.js";
import { isProved, proofRows, type Row } from "./record.js";

const HEAD = ["contract", "date", "commit", "mutants found", "MUST proved", "found of what Stryker changed"];

/** The table for the current checkout. */
export async function proofTable(): Promise<string> {
  const rows: Row[] = [];
  for (const contract of findReferences().keys()) {
    const known = proofRows(contract);
    if (known !== undefined) rows.push((await isProved(contract)) ? known.figures : known.since);
  }
  return tableOf(rows);
}

/**
 * Whether a page may show this table until the next generation. A change in the source makes a proof out of date, which
 * is no failure as long as the page shows figures that were measured, or says that they are out of date.
 */
export function mayShow(text: string): boolean {
  const rows = [...findReferences().keys()].map(proofRows).filter((known) => known !== undefined);
  return combinations(rows.map(({ figures, since }) => [figures, since])).some((each) => tableOf(each) === text);
}

function combinations(choices: readonly (readonly Row[])[]): readonly (readonly Row[])[] {
  return choices.reduce<readonly (readonly Row[])[]>(
    (all, rows) => all.flatMap((before) => rows.map((row) => [...before, row])),
    [[]],
  );
}

export function tableOf(rows: readonly Row[]): string {
  return table(HEAD, rows);
}
