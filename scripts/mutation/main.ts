/** What `npm run mutation` does; its script says how it ends. */

import { createHash } from "node:crypto";
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { compileGlob } from "../../src/base/glob.js";
import { DEFAULT_CONTRACT } from "../../src/conformance/contract/default-contract.js";
import { commitOf } from "../proof/judged.js";
import { campaign, type Outcome } from "./campaign.js";
import { type Mutant, openCatalogue } from "./catalogue.js";
import { writeMatrix } from "./matrix.js";
import { percent, scoreOf } from "./score.js";

const SAMPLE = 40;

const USAGE = `npm run mutation -- [options]

  --contract ID       the contract whose reference is changed (${DEFAULT_CONTRACT})
  --only GLOB         the mutants with such ids
  --requirement GLOB  the mutants that break such requirements
  --quick             a sample of ${SAMPLE} of these, drawn by the id of the commit
  --sample N          the same with N mutants
  --draw COMMIT       the sample of another commit
  --all               every mutant meets every case, for a matrix of all killers
  --jobs N            processes at a time (one for each core)
  --help              print this
`;

/** @throws Error for words that cannot be used */
export async function main(args: string[]): Promise<number> {
  const options = optionsIn(args);
  if (options.help) {
    process.stdout.write(USAGE);
    return 0;
  }
  const { contract, all, jobs } = options;
  const catalogue = openCatalogue(contract);
  const chosen = await choose(catalogue.mutants, options);
  if (chosen.length === 0) throw new Error("no mutant is so named");
  const onOutcome = (outcome: Outcome) => process.stdout.write(`${lineOf(outcome)}\n`);
  const outcomes = await campaign(chosen, { contract, jobs, all, onOutcome });
  const isWhole = chosen.length === catalogue.mutants.length;
  await writeMatrix(contract, outcomes, all ? "all" : "own", isWhole ? undefined : "sample");

  const results = Object.fromEntries(outcomes.map(({ mutant, ...kept }) => [mutant.id, kept]));
  const { mutants, found, musts, unprovedMusts } = scoreOf({ ...catalogue, mutants: chosen }, results);
  const share = mutants === 0 ? 1 : found / mutants;
  process.stdout.write(`\n${found} of ${mutants} mutants found (${percent(share)})\n`);
  if (!isWhole) return found < mutants ? 1 : 0;
  process.stdout.write(`${musts - unprovedMusts.length} of ${musts} MUST proved\n`);
  for (const id of unprovedMusts) process.stdout.write(`  not proved: ${id}\n`);
  return found < mutants || unprovedMusts.length > 0 ? 1 : 0;
}

function optionsIn(args: string[]) {
  const { values } = parseArgs({
    args,
    options: {
      contract: { type: "string", default: DEFAULT_CONTRACT },
      only: { type: "string", default: "*" },
      requirement: { type: "string", default: "*" },
      quick: { type: "boolean", default: false },
      sample: { type: "string" },
      draw: { type: "string" },
      all: { type: "boolean", default: false },
      jobs: { type: "string", default: String(availableParallelism()) },
      help: { type: "boolean", default: false },
    },
  });
  const { sample, quick, draw } = values;
  const isSample = quick || draw !== undefined;
  return {
    ...values,
    jobs: whole("jobs", values.jobs),
    sample: sample === undefined ? (isSample ? SAMPLE : undefined) : whole("sample", sample),
  };
}

function whole(name: string, text: string): number {
  if (/^[1-9]\d{0,5}$/u.test(text)) return Number(text);
  throw new Error(`--${name} cannot be "${text}": it is a whole number from 1`);
}

async function choose(
  catalogue: readonly Mutant[],
  { only, requirement, sample, draw }: ReturnType<typeof optionsIn>,
): Promise<readonly Mutant[]> {
  const isNamed = compileGlob(only);
  const isBroken = compileGlob(requirement);
  const named = catalogue.filter(({ id, breaks }) => isNamed(id) && breaks.some(isBroken));
  return sample === undefined ? named : drawn(named, sample, await commitOf(draw));
}

/** The same commit draws the same mutants, and the next one others. */
export function drawn(mutants: readonly Mutant[], count: number, commit: string): readonly Mutant[] {
  const lots = new Map(mutants.map((mutant) => [mutant, lotOf(`${commit} ${mutant.id}`)]));
  const lot = (mutant: Mutant) => lots.get(mutant) ?? "";
  return [...mutants].sort((a, b) => (lot(a) < lot(b) ? -1 : 1)).slice(0, count);
}

function lotOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

function lineOf({ mutant, status, proved, killers, note }: Outcome): string {
  const isArgued = status === "survived" && mutant.equivalent !== undefined;
  const sign = isArgued ? "=" : { killed: "✓", elsewhere: "~", survived: "✗" }[status];
  const by = note ?? (killers.length === 0 ? (mutant.equivalent ?? mutant.place) : `${killers.length}: ${killers[0]}`);
  const unseen = mutant.breaks.filter((id) => !proved.includes(id));
  const but =
    status !== "survived" && unseen.length > 0 ? `, but nothing shows that it breaks ${unseen.join(", ")}` : "";
  return `${sign} ${mutant.id.padEnd(56)} ${by}${but}`;
}
