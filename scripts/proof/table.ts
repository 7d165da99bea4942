/** The table of the last proofs, and the mutants that convict something else than what they break. */

import { table } from "../markdown-table.js";
import { findReferences } from "../mutation/references.js";
import { isProved, proofShown, type Shown } from "./record.js";

const HEAD = [
  "contract",
  "date",
  "commit",
  "mutants found",
  "MUST proved",
  "precision",
  "recall: Stryker's faults",
  "recall: outsiders' faults",
];

/** A requirement without a level is a MUST. */
const EXCEPTIONS = ["exception", "breaks", "convicts"];

/** The text for the current checkout. */
export async function proofTable(): Promise<string> {
  const shown: Shown[] = [];
  for (const contract of findReferences().keys()) {
    const known = proofShown(contract);
    if (known !== undefined) shown.push((await isProved(contract)) ? known.figures : known.since);
  }
  return tableOf(shown);
}

/**
 * Whether a page may show this text until the next generation. A change in the source makes a proof out of date, which is
 * no failure as long as the page shows figures that were measured, or says that they are out of date.
 */
export function mayShow(text: string): boolean {
  const known = [...findReferences().keys()].map(proofShown).filter((each) => each !== undefined);
  return combinations(known.map(({ figures, since }) => [figures, since])).some((each) => tableOf(each) === text);
}

function combinations(choices: readonly (readonly Shown[])[]): readonly (readonly Shown[])[] {
  return choices.reduce<readonly (readonly Shown[])[]>(
    (all, ways) => all.flatMap((before) => ways.map((way) => [...before, way])),
    [[]],
  );
}

export function tableOf(shown: readonly Shown[]): string {
  const figures = table(
    HEAD,
    shown.map(({ row }) => row),
  );
  const exceptions = shown.flatMap((each) => each.exceptions);
  return exceptions.length === 0 ? figures : `${figures}\n\n${table(EXCEPTIONS, exceptions)}`;
}
