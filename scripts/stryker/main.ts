/** The command behind `npm run mutation:stryker`. Its script lists the exit codes. */

import { availableParallelism } from "node:os";
import { DEFAULT_CONTRACT } from "../../src/base/default-contract.js";
import { compileGlob } from "../../src/base/glob.js";
import { defineCommand } from "../../src/cli/frame/command.js";
import { referenceOf, sourcesOf } from "../mutation/references.js";
import { percent as shownPercent } from "../mutation/score.js";
import { commitOf } from "../proof/proof-inputs.js";
import { judgeChanges } from "./judge-changes.js";
import {
  type Reason,
  readReasons,
  reasonFor,
  type StrykerRecord,
  strykerRecall,
  strykerScore,
  writeRecord,
} from "./record.js";

export const command = defineCommand({
  description:
    "Lets Stryker change the source of the reference, and reports how many of its mutants the fixtures find.",
  positionals: [],
  options: {
    contract: {
      type: "text",
      value: "ID",
      description: `the contract whose reference is changed; ${DEFAULT_CONTRACT} by default`,
    },
    only: {
      type: "text",
      value: "GLOB",
      description: "only the sources with these paths, for example '**/tools/plan-*.ts'; keeps nothing",
      multiple: true,
    },
    cases: {
      type: "text",
      value: "GLOB",
      description: "only the fixture files of such names, such as '*/tools/plan-*': quicker, finds less, keeps nothing",
      multiple: true,
    },
    percent: {
      type: "integer",
      value: "N",
      description: "only so many of a hundred changes, which the id of the commit draws",
    },
    draw: { type: "text", value: "COMMIT", description: "with --percent: what another commit draws" },
    jobs: { type: "integer", value: "N", description: "how many processes run at once; one for each core by default" },
  },
  async run({ contract = DEFAULT_CONTRACT, only, cases, percent, draw, jobs }): Promise<0> {
    if (draw !== undefined && percent === undefined) throw new Error("--draw needs --percent");
    if (percent !== undefined && percent > 100) throw new Error(`--percent cannot be ${percent}: it is at most 100`);
    const reference = referenceOf(contract);
    // Before the work that takes minutes, because the file may be malformed.
    const reasons = readReasons(reference);
    const names = only?.map(compileGlob);
    const files = sourcesOf(reference).filter((file) => names?.some((isNamed) => isNamed(file)) ?? true);
    if (files.length === 0) throw new Error("no source has such a path");
    const found = await judgeChanges({
      contract,
      files,
      jobs: jobs ?? availableParallelism(),
      ...(cases === undefined ? {} : { within: cases.map((name) => `${name}/**`) }),
      draw: percent === undefined ? undefined : { commit: await commitOf(draw), percent },
    });
    if (only === undefined && cases === undefined) writeRecord(contract, found);
    for (const file of files) process.stdout.write(`${linesOf(file, found, reasons)}\n`);
    const recall = strykerRecall(found, reference);
    if (recall !== undefined) {
      process.stdout.write(`${recall.found} of ${recall.total} found, ${recall.excluded} left out\n`);
    }
    return 0;
  },
});

function linesOf(file: string, record: StrykerRecord, reasons: readonly Reason[]): string {
  const { mutants, found, uncovered, share } = strykerScore(record, [file]);
  const living = record[file]?.living ?? [];
  return [
    `${shownPercent(share).padStart(8)}  ${file}: ${found} of ${mutants} found, ${uncovered} met by no case`,
    ...living.map((mutant) => {
      const why = reasonFor(reasons, mutant)?.why;
      return `          ${mutant.line}: ${mutant.original}  ->  ${mutant.replacement}${why === undefined ? "" : `  (${why})`}`;
    }),
  ].join("\n");
}
