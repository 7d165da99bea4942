/** The table of the last proofs. */

import { table } from "../markdown-table.js";
import { findReferences } from "../mutation/references.js";
import { isProved, proofRows, type Row } from "./record.js";

const HEAD = ["contract", "date", "commit", "mutants found", "MUST proved", "found of what Stryker changed"];

/** What holds for the checkout as it is. */
export async function proofTable(): Promise<string> {
  const rows: Row[] = [];
  for (const contract of findReferences().keys()) {
    const known = proofRows(contract);
    if (known !== undefined) rows.push((await isProved(contract)) ? known.figures : known.since);
  }
  return tableOf(rows);
}

/**
 * Whether a page may show this until it is generated anew. A change of a source makes a proof old, and that alone is no
 * failure: the page has to show figures that were measured, or say that they are old.
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
