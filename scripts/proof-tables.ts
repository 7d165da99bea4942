/** What the campaigns of mutants found, as tables: made from the catalogue and the results that are kept beside it. */

import { table } from "./markdown-table.js";
import { BEYOND, concernsTools } from "./mutation/by-random-calls.js";
import { CATALOGUES, type Catalogue, type Mutant, openCatalogue } from "./mutation/catalogue.js";
import { type Kept, percent, type Results, readResults, type Score, scoreOf } from "./mutation/results.js";
import { readChoices } from "./mutation/searches.js";

interface Proof extends Catalogue {
  readonly results: Results;
  readonly score: Score;
}

export const PROOF_TABLES: Readonly<Record<string, () => string>> = Object.fromEntries(
  CATALOGUES.flatMap((id) => {
    let read: Proof | undefined;
    const table = (make: (proof: Proof) => string) => () => {
      read ??= proofOf(id);
      return make(read);
    };
    return [
      [`proof ${id}`, table(summary)],
      [`survivors ${id}`, table(survivors)],
      [`proved ${id}`, table(byRequirement)],
      [`random calls ${id}`, table(byRandomCalls)],
      [`beyond random calls ${id}`, table(beyondRandomCalls)],
    ];
  }),
);

function proofOf(id: string): Proof {
  const catalogue = openCatalogue(id);
  const results = readResults(catalogue.folder);
  return { ...catalogue, results, score: scoreOf(catalogue, results) };
}

function summary({ mutants, score }: Proof): string {
  const rows: readonly (readonly [string, string])[] = [
    ["mutants in the catalogue", String(mutants.length)],
    ["found by a case of the requirement that they break", String(score.killed)],
    ["found only by cases of other requirements", String(score.elsewhere)],
    ["equivalent, with the reason", String(score.equivalent.length)],
    ["not found", String(score.survived.length)],
    ["score: found, of those that are not equivalent", percent(score.share)],
    [
      "MUST proved: at least one mutant was found by their own cases",
      `${score.musts - score.unproved.length} of ${score.musts}`,
    ],
  ];
  return table(["what", "how many"], rows);
}

function survivors({ score }: Proof): string {
  const rows = [
    ...score.survived.map((mutant) => [mutant, "a gap: no case shows it"] as const),
    ...score.equivalent.map((mutant) => [mutant, `equivalent: ${mutant.equivalent}`] as const),
  ];
  if (rows.length === 0) return "None.";
  return table(
    ["mutant", "what it does", "why it lives"],
    rows.map(([{ id, what }, why]) => [`\`${id}\``, what, why]),
  );
}

function byRequirement({ contract, mutants: catalogue, results }: Proof): string {
  const rows = [...contract.requirements.values()].flatMap(({ id, level }) => {
    const mutants = catalogue.filter(({ breaks }) => breaks.includes(id));
    if (mutants.length === 0 && level !== "MUST") return [];
    const found = mutants.filter((mutant) => results[mutant.id]?.proved.includes(id) === true);
    return [[`\`${id}\``, level, String(mutants.length), String(found.length), killerOf(found[0], results)]];
  });
  return table(["requirement", "level", "mutants", "found by its cases", "first by"], rows);
}

function killerOf(mutant: Mutant | undefined, results: Results): string {
  const kept: Kept | undefined = mutant === undefined ? undefined : results[mutant.id];
  return kept?.by === undefined ? (kept?.note ?? "") : `\`${kept.by}\``;
}

/** @throws Error for a mutant that is no longer in the catalogue: the choice would be another one now */
function byRandomCalls({ mutants, folder }: Proof): string {
  const rows = Object.entries(readChoices(folder)).flatMap(([seed, choice]) =>
    Object.entries(choice.mutants).map(([id, searched]) => {
      const mutant = mutants.find((each) => each.id === id);
      if (mutant === undefined) {
        throw new Error(`there is no mutant ${id}: run npm run fuzz:mutants -- --seed ${seed} --write`);
      }
      const came =
        "shortfall" in searched
          ? [`not found: ${searched.shortfall}`, ""]
          : [searched.commands.toLocaleString("en"), String(searched.steps)];
      return [seed, `\`${id}\``, mutant.what, ...came];
    }),
  );
  return table(["seed", "mutant", "what it does", "found after so many commands", "steps of its fixture"], rows);
}

function beyondRandomCalls({ contract, mutants }: Proof): string {
  const rows = [...BEYOND].map(([id, reason]) => {
    const outside = mutants.filter((mutant) => mutant.breaks.includes(id) && !concernsTools(mutant, contract));
    return [`\`${id}\``, reason, String(outside.length)];
  });
  return table(["requirement", "why no sequence can break it", "mutants that are left out"], rows);
}
