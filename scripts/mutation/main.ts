/** The command behind `npm run mutation`. Its script lists the exit codes. */

import { createHash } from "node:crypto";
import { availableParallelism } from "node:os";
import { DEFAULT_CONTRACT } from "../../src/base/default-contract.js";
import { compileGlob } from "../../src/base/glob.js";
import { defineCommand, type OptionTable, type OptionValues } from "../../src/cli/frame/command.js";
import { commitOf } from "../proof/proof-inputs.js";
import { campaign, type Outcome } from "./campaign.js";
import { type Catalogue, type Mutant, openCatalogue, openOutsideFaults } from "./catalogue.js";
import { changedMutants, changesOfCommit } from "./changed.js";
import { kept, writeMatrix } from "./matrix.js";
import { summaryOf, summaryOfOutsiders } from "./summary.js";

const SAMPLE = 40;

const OPTIONS = {
  contract: {
    type: "text",
    value: "ID",
    description: `the contract whose reference is changed; ${DEFAULT_CONTRACT} by default`,
  },
  only: { type: "text", value: "GLOB", description: "only the mutants with these ids", multiple: true },
  requirement: { type: "text", value: "GLOB", description: "only the mutants that break one of these requirements" },
  quick: {
    type: "flag",
    description: `the mutants that the commit concerns, at most ${SAMPLE}, and ${SAMPLE} that its id draws`,
  },
  sample: { type: "integer", value: "N", description: "a sample of N mutants" },
  draw: { type: "text", value: "COMMIT", description: "the sample of another commit" },
  outside: { type: "flag", description: "the faults of outsiders in place of the catalogue" },
  all: {
    type: "flag",
    description:
      "run every case on every mutant, and not only one of each other requirement that calls the changed code",
  },
  jobs: { type: "integer", value: "N", description: "how many processes run at once; one for each core by default" },
} as const satisfies OptionTable;

export const command = defineCommand({
  description: "Puts every fault of the catalogue into the reference, and reports what the fixtures find and convict.",
  positionals: [],
  options: OPTIONS,
  async run(options) {
    const { contract = DEFAULT_CONTRACT, all = false, outside = false, jobs = availableParallelism() } = options;
    const catalogue = outside ? openOutsideFaults(contract) : openCatalogue(contract);
    const able = catalogue.mutants.filter(({ excluded }) => excluded === undefined);
    const chosen = await choose({ ...catalogue, mutants: able }, options);
    if (chosen.length === 0 && able.length > 0) throw new Error("no mutant has such an id");
    const onOutcome = (outcome: Outcome) => process.stdout.write(`${lineOf(outcome)}\n`);
    const outcomes = chosen.length === 0 ? [] : await campaign(chosen, { contract, jobs, all, onOutcome });
    const isWhole = chosen.length === able.length;
    await writeMatrix(contract, outcomes, outside ? "outside" : isWhole ? "mutants" : "sample");
    const results = Object.fromEntries(outcomes.map((outcome) => [outcome.mutant.id, kept(outcome)]));
    const { lines, isGood } = outside
      ? summaryOfOutsiders(catalogue, results)
      : summaryOf({ ...catalogue, mutants: chosen }, results, isWhole);
    process.stdout.write(`\n${lines.join("\n")}\n`);
    return isGood ? 0 : 1;
  },
});

async function choose(
  catalogue: Catalogue,
  { only = ["*"], requirement = "*", quick, sample, draw }: OptionValues<typeof OPTIONS>,
): Promise<readonly Mutant[]> {
  const names = only.map(compileGlob);
  const isBroken = compileGlob(requirement);
  const named = catalogue.mutants.filter(({ id, breaks }) => names.some((isNamed) => isNamed(id)) && isBroken(breaks));
  const chosen = { ...catalogue, mutants: named };
  if (quick === true && sample === undefined && draw === undefined) return ofCommit(chosen, SAMPLE);
  const count = sample ?? (quick === true || draw !== undefined ? SAMPLE : undefined);
  return count === undefined ? named : drawn(named, count, await commitOf(draw));
}

/**
 * The mutants that the commit concerns, and some that its id draws.
 * @param count of those that the id draws. When the commit concerns more than that, its id draws from them, too
 */
export async function ofCommit(catalogue: Catalogue, count: number): Promise<readonly Mutant[]> {
  const commit = await commitOf();
  const changed = await changedMutants(catalogue, await changesOfCommit());
  return [...new Set([...drawn(changed, count, commit), ...drawn(catalogue.mutants, count, commit)])];
}

/** The same commit always draws the same mutants; the next commit draws others. */
export function drawn(mutants: readonly Mutant[], count: number, commit: string): readonly Mutant[] {
  const lots = new Map(mutants.map((mutant) => [mutant, lotOf(`${commit} ${mutant.id}`)]));
  const lot = (mutant: Mutant) => lots.get(mutant) ?? "";
  return [...mutants].sort((a, b) => (lot(a) < lot(b) ? -1 : 1)).slice(0, count);
}

function lotOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

function lineOf({ mutant, status, violated, failed, note }: Outcome): string {
  const isArgued = status === "survived" && mutant.equivalent !== undefined;
  const sign = isArgued ? "=" : { killed: "✓", elsewhere: "~", survived: "✗" }[status];
  const by = note ?? (failed.length === 0 ? (mutant.equivalent ?? mutant.place) : `${failed.length}: ${failed[0]}`);
  const but = status === "elsewhere" ? `, but nothing shows that it breaks ${mutant.breaks}` : "";
  const others = violated.filter((id) => id !== mutant.breaks);
  const also = others.length === 0 ? "" : `, convicts ${others.join(", ")}`;
  return `${sign} ${mutant.id.padEnd(56)} ${by}${but}${also}`;
}
