/** What `npm run mutation:stryker` does; its script says how it ends. */

import { availableParallelism } from "node:os";
import { DEFAULT_CONTRACT } from "../../src/base/default-contract.js";
import { compileGlob } from "../../src/base/glob.js";
import { defineCommand } from "../../src/cli/frame/command.js";
import { filesOf, referenceOf } from "../mutation/references.js";
import { percent } from "../mutation/score.js";
import {
  groupScore,
  type Reason,
  readReasons,
  readRecord,
  reasonFor,
  type StrykerRecord,
  strykerScore,
  writeRecord,
} from "./record.js";
import { runStryker } from "./run-stryker.js";

export const command = defineCommand({
  description: "Lets Stryker change the source of the reference, and says how many of its mutants the fixtures find.",
  positionals: [],
  options: {
    contract: {
      type: "text",
      value: "ID",
      description: `the contract whose reference is changed; ${DEFAULT_CONTRACT} by default`,
    },
    group: { type: "text", value: "ID", description: "one group of its sources", multiple: true },
    only: {
      type: "text",
      value: "GLOB",
      description: "the sources of such paths, such as '**/tools/plan-*.ts'",
      multiple: true,
    },
    cases: {
      type: "text",
      value: "GLOB",
      description: "only the fixture files of such names, such as '*/tools/plan-*': quicker, finds less, keeps nothing",
      multiple: true,
    },
    jobs: { type: "integer", value: "N", description: "processes at a time; one for each core by default" },
  },
  async run({ contract = DEFAULT_CONTRACT, group, only, cases, jobs }) {
    const reference = referenceOf(contract);
    const groups = reference.groups.filter(({ id }) => group?.includes(id) ?? true);
    if (groups.length === 0) throw new Error("no group is so named");
    const names = only?.map(compileGlob);
    const files = groups.flatMap(filesOf).filter((file) => names?.some((isNamed) => isNamed(file)) ?? true);
    if (files.length === 0) throw new Error("no source is so named");
    const found = await runStryker({
      contract,
      files,
      jobs: jobs ?? availableParallelism(),
      cases: [...(cases ?? [])],
    });
    if (cases === undefined) writeRecord(contract, found);
    const reasons = readReasons(reference);
    for (const file of files) process.stdout.write(`${linesOf(file, found, reasons)}\n`);

    const all = { ...readRecord(contract), ...found };
    const scores = groups.flatMap(({ goal = 0, ...each }) => {
      const score = groupScore(all, each);
      return score === undefined ? [] : [{ id: each.id, goal, ...score }];
    });
    for (const { id, goal, share } of scores) {
      process.stdout.write(`${id}: ${percent(share)} found${goal === 0 ? "" : `, the goal is ${percent(goal)}`}\n`);
    }
    return scores.some(({ goal, share }) => share < goal) ? 1 : 0;
  },
});

function linesOf(file: string, record: StrykerRecord, reasons: readonly Reason[]): string {
  const { mutants, found, uncovered, share } = strykerScore(record, [file]);
  const living = record[file]?.living ?? [];
  return [
    `${percent(share).padStart(8)}  ${file}: ${found} of ${mutants} found, ${uncovered} met by no case`,
    ...living.map((mutant) => {
      const why = reasonFor(reasons, mutant)?.why;
      return `          ${mutant.line}: ${mutant.original}  ->  ${mutant.replacement}${why === undefined ? "" : `  (${why})`}`;
    }),
  ].join("\n");
}
