/** What `npm run mutation:stryker` does; its script says how it ends. */

import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { compileGlob } from "../../src/glob.js";
import { percent } from "../mutation/results.js";
import {
  groupScore,
  readRecord,
  type StrykerRecord,
  staleFiles,
  strykerScore,
  withoutFound,
  writeRecord,
} from "./record.js";
import { runStryker } from "./run-stryker.js";
import { allFiles, GROUPS } from "./sources.js";

const USAGE = `npm run mutation:stryker -- [options]

  --only GLOB   the sources of such paths, such as '**/tools/plan-*.ts'; more than once for more
  --stale       the sources that have changed since their results were kept
  --living      only the mutants that live, in sources that have not changed: for when there are new fixtures
  --cases GLOB  only the fixture files of such names, such as 'core/tools/plan-*': quicker, and finds less
  --jobs N      processes at a time (one for each core)
  --write       keep the results
  --help        print this
`;

/** @throws Error for words that cannot be used */
export async function main(args: string[]): Promise<number> {
  const options = optionsIn(args);
  if (options.help === true) {
    process.stdout.write(USAGE);
    return 0;
  }
  const names = options.only?.map(compileGlob);
  const kept = readRecord();
  const files = chosen(options, kept).filter((file) => names?.some((isNamed) => isNamed(file)) ?? true);
  if (files.length === 0 && options.only !== undefined) throw new Error("no source is so named");
  const found = await judge(files, options, kept);
  if (options.write === true) writeRecord(found);
  for (const file of files) process.stdout.write(`${linesOf(file, found)}\n`);

  const all = { ...kept, files: { ...kept.files, ...found.files } };
  const scores = GROUPS.map((group) => ({ ...group, score: groupScore(all, group) }));
  for (const { id, goal, score } of scores) {
    const wanted = goal === undefined ? "" : `, the goal is ${percent(goal)}`;
    process.stdout.write(`${id}: ${percent(score.share)} found${wanted}\n`);
  }
  return scores.some(({ goal = 0, score }) => score.share < goal) ? 1 : 0;
}

function chosen({ stale, living }: ReturnType<typeof optionsIn>, kept: StrykerRecord): readonly string[] {
  if (stale === true) return staleFiles(kept);
  const changed = staleFiles(kept);
  const lives = (file: string) => !changed.includes(file) && kept.files[file]?.living.length !== 0;
  return living === true ? allFiles().filter(lives) : allFiles();
}

async function judge(
  files: readonly string[],
  { jobs, living, cases }: ReturnType<typeof optionsIn>,
  kept: StrykerRecord,
): Promise<StrykerRecord> {
  if (files.length === 0) return { ...kept, files: {} };
  const linesIn = (file: string) => kept.files[file]?.living.map(({ line, lastLine }) => [line, lastLine] as const);
  const targets = files.map((file) => ({ file, ...(living === true ? { lines: linesIn(file) ?? [] } : {}) }));
  const found = await runStryker(targets, jobs, cases);
  if (living !== true) return found;
  const entries = Object.entries(found.files).map(([file, again]) => {
    const record = kept.files[file];
    return [file, record === undefined ? again : withoutFound(record, again)] as const;
  });
  return { ...found, files: Object.fromEntries(entries) };
}

function linesOf(file: string, record: StrykerRecord): string {
  const { killed, timeout, survived, uncovered, share } = strykerScore(record, [file]);
  const living = record.files[file]?.living ?? [];
  return [
    `${percent(share).padStart(8)}  ${file}: ${killed + timeout} found, ${survived} survived, ${uncovered} met by no case`,
    ...living.map(({ line, original, replacement }) => `          ${line}: ${original}  ->  ${replacement}`),
  ].join("\n");
}

function optionsIn(args: string[]) {
  const { values } = parseArgs({
    args,
    options: {
      only: { type: "string", multiple: true },
      cases: { type: "string", multiple: true },
      stale: { type: "boolean" },
      living: { type: "boolean" },
      jobs: { type: "string", default: String(availableParallelism()) },
      write: { type: "boolean" },
      help: { type: "boolean" },
    },
  });
  if (values.stale === true && values.living === true)
    throw new Error("--stale does not go with --living: what lives in a source that has changed is not known");
  if (values.cases !== undefined && values.write === true)
    throw new Error("--cases does not go with --write: what is kept was held against every fixture");
  const jobs = Number(values.jobs);
  if (!Number.isInteger(jobs) || jobs < 1)
    throw new Error(`--jobs cannot be "${values.jobs}": it is a whole number from 1`);
  return { ...values, jobs };
}
