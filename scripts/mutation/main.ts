/** What `npm run mutation` does; its script says how it ends. */

import { writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { compileGlob } from "../../src/glob.js";
import { packageRoot } from "../../src/package-root.js";
import { campaign, type Outcome } from "./campaign.js";
import { type Mutant, openCatalogue } from "./catalogue.js";
import { isFound, percent, readResults, resultsOf, scoreOf, writeResults } from "./results.js";

const SAMPLE = 40;

const USAGE = `npm run mutation -- [options]

  --contract ID       the contract whose reference is changed (core)
  --quick             a sample of ${SAMPLE} mutants, spread over the catalogue
  --sample N          the same with N mutants
  --only GLOB         the mutants with such ids
  --requirement GLOB  the mutants that break such requirements
  --all               every case meets every mutant, and the whole matrix is written
  --jobs N            processes at a time (one for each core)
  --write             keep the results beside the catalogue
  --help              print this
`;

/** @throws Error for words that cannot be used */
export async function main(args: string[]): Promise<number> {
  const options = optionsIn(args);
  if (options.help === true) {
    process.stdout.write(USAGE);
    return 0;
  }
  const catalogue = openCatalogue(options.contract);
  const { folder, mutants } = catalogue;
  const before = readResults(folder);
  const chosen = choose(mutants, options);
  if (chosen.length === 0) throw new Error("no mutant is so named");
  const outcomes = await campaign(chosen, {
    contract: options.contract,
    jobs: options.jobs,
    all: options.all ?? false,
    onOutcome: (outcome) => process.stdout.write(`${lineOf(outcome)}\n`),
  });
  if (options.write === true) writeResults(catalogue, outcomes);
  if (options.all === true) writeMatrix(folder, outcomes);

  const lost = outcomes.filter(({ mutant, status }) => status === "survived" && isFound(before[mutant.id]));
  for (const { mutant } of lost) process.stdout.write(`${mutant.place}: ${mutant.id} was found before\n`);
  const score = scoreOf({ ...catalogue, mutants: chosen }, resultsOf(outcomes));
  process.stdout.write(
    `\n${score.killed + score.elsewhere} of ${score.mutants - score.equivalent.length} mutants found (${percent(score.share)}), ` +
      `${score.elsewhere} of them only by cases of other requirements, ${score.equivalent.length} equivalent\n`,
  );
  if (chosen.length === mutants.length) {
    process.stdout.write(`${score.musts - score.unproved.length} of ${score.musts} MUST proved\n`);
    for (const id of score.unproved) process.stdout.write(`  not proved: ${id}\n`);
    for (const id of score.thin) process.stdout.write(`  fewer than three mutants: ${id}\n`);
  }
  return score.survived.length > 0 || lost.length > 0 ? 1 : 0;
}

function optionsIn(args: string[]) {
  const { values } = parseArgs({
    args,
    options: {
      contract: { type: "string", default: "core" },
      quick: { type: "boolean" },
      sample: { type: "string" },
      only: { type: "string" },
      requirement: { type: "string" },
      all: { type: "boolean" },
      jobs: { type: "string", default: String(availableParallelism()) },
      write: { type: "boolean" },
      help: { type: "boolean" },
    },
  });
  const jobs = Number(values.jobs);
  if (!Number.isInteger(jobs) || jobs < 1)
    throw new Error(`--jobs cannot be "${values.jobs}": it is a whole number from 1`);
  const sample = values.sample === undefined ? (values.quick === true ? SAMPLE : undefined) : Number(values.sample);
  if (sample !== undefined && (!Number.isInteger(sample) || sample < 1))
    throw new Error(`--sample cannot be "${values.sample}": it is a whole number from 1`);
  if (values.all === true && values.write === true)
    throw new Error(
      "--all does not go with --write: results tell of the cases of the requirements that a mutant breaks",
    );
  return { ...values, jobs, sample };
}

function choose(
  catalogue: readonly Mutant[],
  { only, requirement, sample }: ReturnType<typeof optionsIn>,
): readonly Mutant[] {
  const isNamed = compileGlob(only ?? "*");
  const isBroken = compileGlob(requirement ?? "*");
  const named = catalogue.filter(({ id, breaks }) => isNamed(id) && breaks.some(isBroken));
  if (sample === undefined) return named;
  const step = Math.ceil(named.length / sample);
  return named.filter((_, index) => index % step === 0);
}

function lineOf({ mutant, status, proved, killers, note }: Outcome): string {
  const isArgued = status === "survived" && mutant.equivalent !== undefined;
  const sign = isArgued ? "=" : { killed: "✓", elsewhere: "~", survived: "✗" }[status];
  const by = note ?? (killers.length === 0 ? (mutant.equivalent ?? mutant.place) : `${killers.length}: ${killers[0]}`);
  const unseen = mutant.breaks.filter((id) => !proved.includes(id));
  const but = status === "killed" && unseen.length > 0 ? `, but nothing shows that it breaks ${unseen.join(", ")}` : "";
  return `${sign} ${mutant.id.padEnd(56)} ${by}${but}`;
}

/** The whole matrix is of use while fixtures are written, and too large to keep. */
function writeMatrix(folder: string, outcomes: readonly Outcome[]): void {
  const matrix = Object.fromEntries(outcomes.map(({ mutant, killers }) => [mutant.id, killers]));
  writeFileSync(join(packageRoot, folder, "matrix.json"), `${JSON.stringify(matrix, null, 1)}\n`);
}
