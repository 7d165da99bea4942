/** What `npm run mutation:stryker` does; its script says how it ends. */

import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { compileGlob } from "../../src/base/glob.js";
import { DEFAULT_CONTRACT } from "../../src/conformance/contract/default-contract.js";
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

const USAGE = `npm run mutation:stryker -- [options]

  --contract ID  the contract whose reference is changed (${DEFAULT_CONTRACT})
  --group ID     one group of its sources; more than once for more
  --only GLOB    the sources of such paths, such as '**/tools/plan-*.ts'; more than once for more
  --cases GLOB   only the fixture files of such names, such as 'core/tools/plan-*': quicker, finds less, keeps nothing
  --jobs N       processes at a time (one for each core)
  --help         print this
`;

/** @throws Error for words that cannot be used */
export async function main(args: string[]): Promise<number> {
  const { contract, group, only, cases, jobs, help } = optionsIn(args);
  if (help) {
    process.stdout.write(USAGE);
    return 0;
  }
  const reference = referenceOf(contract);
  const groups = reference.groups.filter(({ id }) => group?.includes(id) ?? true);
  if (groups.length === 0) throw new Error("no group is so named");
  const names = only?.map(compileGlob);
  const files = groups.flatMap(filesOf).filter((file) => names?.some((isNamed) => isNamed(file)) ?? true);
  if (files.length === 0) throw new Error("no source is so named");
  const found = await runStryker({ contract, files, jobs, cases: cases ?? [] });
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
}

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

function optionsIn(args: string[]) {
  const { values } = parseArgs({
    args,
    options: {
      contract: { type: "string", default: DEFAULT_CONTRACT },
      group: { type: "string", multiple: true },
      only: { type: "string", multiple: true },
      cases: { type: "string", multiple: true },
      jobs: { type: "string", default: String(availableParallelism()) },
      help: { type: "boolean", default: false },
    },
  });
  const jobs = Number(values.jobs);
  if (!Number.isInteger(jobs) || jobs < 1)
    throw new Error(`--jobs cannot be "${values.jobs}": it is a whole number from 1`);
  return { ...values, jobs };
}
