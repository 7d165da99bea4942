/** Finds the mutants that a commit concerns: those whose entry, code or cases it changes. */

import { runGit } from "../../src/base/git.js";
import { packageRoot } from "../../src/base/package-root.js";
import { contractFixtures } from "../../src/conformance/fixture/find-fixtures.js";
import { readFixture } from "../../src/conformance/fixture/fixture.js";
import type { Catalogue, Mutant } from "./catalogue.js";
import { declarationOf } from "./mutate.js";

/** Lines from the first to the last. */
export type Lines = readonly [first: number, last: number];

/** The changed lines by file, from the root of the repository. */
export type Changes = ReadonlyMap<string, readonly Lines[]>;

/** What the checkout changes in the parent of its commit. Nothing where git does not know the parent. */
export async function changesOfCommit(): Promise<Changes> {
  const words = ["diff", "--unified=0", "--no-color", "--no-ext-diff", "--no-renames", "HEAD~1", "--"];
  const outcome = await runGit(packageRoot, words, { asUser: true }).catch(() => undefined);
  return outcome?.code === 0 ? changesIn(outcome.stdout) : new Map();
}

/** @param diff as git prints it without context */
export function changesIn(diff: string): Changes {
  const changes = new Map<string, Lines[]>();
  let file = "";
  for (const line of diff.split("\n")) {
    if (line.startsWith("+++ ")) file = line.replace(/^\+\+\+ (?:b\/)?/, "");
    const [, first, count = "1"] = /^@@ -\S+ \+(\d+)(?:,(\d+))? @@/.exec(line) ?? [];
    if (first === undefined) continue;
    // Lines that were only deleted concern what is around them.
    const last = Number(first) + Math.max(1, Number(count)) - 1;
    changes.set(file, [...(changes.get(file) ?? []), [Number(first), last]]);
  }
  return changes;
}

export async function changedMutants({ contract, mutants }: Catalogue, changes: Changes): Promise<readonly Mutant[]> {
  const isChanged = (file: string, [first, last]: Lines) =>
    changes.get(file)?.some(([from, to]) => from <= last && to >= first) === true;
  const fixtures = contractFixtures(contract).filter(({ shown }) => changes.has(shown));
  const cases = fixtures.flatMap((fixture) => {
    const all = readFixture(fixture, contract);
    return all.filter(({ line }) =>
      isChanged(fixture.shown, [line, (all.find((other) => other.line > line)?.line ?? Infinity) - 1]),
    );
  });
  const judged = new Set(cases.flatMap(({ verifies }) => verifies));
  const concerned = await Promise.all(
    mutants.map(async (mutant, index) => {
      const { file, lines } = await declarationOf(contract.id, mutant);
      return judged.has(mutant.breaks) || isChanged(...entryOf(mutant, mutants[index + 1])) || isChanged(file, lines);
    }),
  );
  return mutants.filter((_, index) => concerned[index]);
}

function entryOf({ place }: Mutant, next: Mutant | undefined): [file: string, lines: Lines] {
  const [file = "", line] = place.split(":");
  const [nextFile, nextLine] = next?.place.split(":") ?? [];
  return [file, [Number(line), nextFile === file ? Number(nextLine) - 1 : Infinity]];
}
