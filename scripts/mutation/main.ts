/** What `npm run mutation` does; its script says how it ends. */

import { createHash } from "node:crypto";
import { availableParallelism } from "node:os";
import { DEFAULT_CONTRACT } from "../../src/base/default-contract.js";
import { compileGlob } from "../../src/base/glob.js";
import { defineCommand, type OptionTable, type OptionValues } from "../../src/cli/frame/command.js";
import { commitOf } from "../proof/judged.js";
import { campaign, type Outcome } from "./campaign.js";
import { type Mutant, openCatalogue } from "./catalogue.js";
import { writeMatrix } from "./matrix.js";
import { percent, scoreOf } from "./score.js";

const SAMPLE = 40;

const OPTIONS = {
  contract: {
    type: "text",
    value: "ID",
    description: `the contract whose reference is changed; ${DEFAULT_CONTRACT} by default`,
  },
  only: { type: "text", value: "GLOB", description: "the mutants with such ids" },
  requirement: { type: "text", value: "GLOB", description: "the mutants that break such requirements" },
  quick: { type: "flag", description: `a sample of ${SAMPLE} of these, drawn by the id of the commit` },
  sample: { type: "integer", value: "N", description: "the same with N mutants" },
  draw: { type: "text", value: "COMMIT", description: "the sample of another commit" },
  all: { type: "flag", description: "every mutant meets every case, for a matrix of all killers" },
  jobs: { type: "integer", value: "N", description: "processes at a time; one for each core by default" },
} as const satisfies OptionTable;

export const command = defineCommand({
  description: "Puts every fault of the catalogue into the reference, and says which of them the fixtures find.",
  positionals: [],
  options: OPTIONS,
  async run(options) {
    const { contract = DEFAULT_CONTRACT, all = false, jobs = availableParallelism() } = options;
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
  },
});

async function choose(
  catalogue: readonly Mutant[],
  { only = "*", requirement = "*", quick, sample, draw }: OptionValues<typeof OPTIONS>,
): Promise<readonly Mutant[]> {
  const isNamed = compileGlob(only);
  const isBroken = compileGlob(requirement);
  const named = catalogue.filter(({ id, breaks }) => isNamed(id) && breaks.some(isBroken));
  const count = sample ?? (quick === true || draw !== undefined ? SAMPLE : undefined);
  return count === undefined ? named : drawn(named, count, await commitOf(draw));
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
