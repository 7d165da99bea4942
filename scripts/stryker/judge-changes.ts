/** Judges changes of sources by the cases that call the changed code, and by random calls. */

import { join } from "node:path";
import { transform } from "esbuild";
import { packageRoot } from "../../src/base/package-root.js";
import { type CampaignOptions, type Court, inCourts, type Reach } from "../mutation/campaign.js";
import { referenceOf, type StrykerSources, sourcesIn } from "../mutation/references.js";
import { digestOf } from "../proof/proof-inputs.js";
import { type ChangedSource, changesOf, type Draw } from "./changes.js";
import type { FileRecord } from "./record.js";

export interface StrykerRun extends Pick<CampaignOptions, "contract" | "jobs" | "within"> {
  /** From the root of the repository. */
  readonly files: readonly string[];
  /** Default: every change. */
  readonly draw?: Draw | undefined;
}

/** A case takes a second at most, and all of them twenty. Many changes make a loop endless, or each call slow. */
const LIMITS = { limit: 20_000, totalLimit: 60_000 };

/** As many random calls as end every run of the kit. */
const RANDOM_CALLS = 300;

/** uncovered: no case runs the code. */
type Verdict = "found" | "invalid" | "missed" | "uncovered";

const LIVING: readonly Verdict[] = ["missed", "uncovered"];

interface JudgedChange extends ChangedSource {
  readonly verdict: Verdict;
}

/**
 * @returns the results by file
 * @throws Error when a case fails without a change
 */
export async function judgeChanges({ files, draw, ...options }: StrykerRun): Promise<Record<string, FileRecord>> {
  const judged: JudgedChange[] = [];
  for (const group of referenceOf(options.contract).stryker) {
    const reached = new Set(sourcesIn(group));
    const changes = await Promise.all(files.filter((file) => reached.has(file)).map((file) => changesOf(file, draw)));
    judged.push(...(await judgeGroup(changes.flat(), group, options)));
  }
  return Object.fromEntries(files.map((file) => [file, recordOf(file, judged)]));
}

/** Judges all changes, and the survivors again in the other environment, if there is one. */
async function judgeGroup(
  changes: readonly ChangedSource[],
  { adapter, again }: StrykerSources,
  options: Omit<StrykerRun, "files" | "draw">,
): Promise<readonly JudgedChange[]> {
  const judged = await judgeThrough(adapter, changes, options);
  const living = judged.filter(({ verdict }) => LIVING.includes(verdict));
  if (again === undefined || living.length === 0) return judged;
  const { default: setUp } = (await import(join(packageRoot, again))) as {
    default: () => Promise<() => Promise<void>>;
  };
  const takeDown = await setUp();
  try {
    const found = judged.filter(({ verdict }) => !LIVING.includes(verdict));
    // Random calls would show the same there, and take the most time.
    const inOther = await judgeThrough(adapter, living, { ...options, explore: 0 });
    const once = inOther.map((each, index) =>
      each.verdict === "uncovered" ? { ...each, verdict: living[index]?.verdict ?? each.verdict } : each,
    );
    return [...found, ...once];
  } finally {
    await takeDown();
  }
}

async function judgeThrough(
  adapter: string,
  changes: readonly ChangedSource[],
  { explore = RANDOM_CALLS, ...options }: Omit<StrykerRun, "files" | "draw"> & { readonly explore?: number },
): Promise<readonly JudgedChange[]> {
  if (changes.length === 0) return [];
  // Whoever names a few cases wants a quick answer.
  const randomCalls = options.within === undefined ? explore : 0;
  const verdicts: Verdict[] = [];
  // The first case that does not pass has found the change. One that makes every call hang would take hours otherwise.
  await inCourts(changes, [], { ...options, ...LIMITS, adapter, bail: 1 }, async (court, reach, changed, index) => {
    verdicts[index] = await verdictOn(court, `change-${index}`, changed, looksAt(changed, reach, randomCalls));
    if (index % 100 === 99) process.stderr.write(`${index + 1} of ${changes.length} changes judged\n`);
  });
  return changes.map((change, index) => ({ ...change, verdict: verdicts[index] ?? "invalid" }));
}

function recordOf(file: string, judged: readonly JudgedChange[]): FileRecord {
  const own = judged.filter(({ fault }) => fault.file === file);
  return {
    source: digestOf(file),
    found: own.filter(({ verdict }) => verdict === "found").length,
    invalid: own.filter(({ verdict }) => verdict === "invalid").length,
    living: own
      .filter(({ verdict }) => LIVING.includes(verdict))
      .map(({ change, verdict }) => ({ ...change, isCovered: verdict === "missed" })),
  };
}

interface Look {
  readonly cases: readonly string[];
  readonly explore?: number;
}

/** The quickest look comes first. A run explores an implementation only where its cases conform. */
function looksAt({ fault }: ChangedSource, reach: Reach, explore: number): readonly Look[] {
  const every = reach.every(fault);
  const few = reach.through(fault, "");
  const [simplest] = every;
  if (simplest === undefined) return [];
  return [
    ...(few.length === every.length ? [] : [{ cases: few }]),
    { cases: every },
    ...(explore === 0 ? [] : [{ cases: [simplest], explore }]),
  ];
}

async function verdictOn(court: Court, id: string, { fault }: ChangedSource, looks: readonly Look[]): Promise<Verdict> {
  try {
    await transform(fault.text, { loader: "ts", format: "esm", logLevel: "silent" });
  } catch {
    return "invalid";
  }
  for (const [count, { cases, explore }] of looks.entries()) {
    // A process does not load a module of the same name again.
    const judged = await court.judge(`${id}-${count}`, "module", fault, cases, explore);
    // A reference that cannot be loaded conforms to nothing. What a change blocks is reported as not observed.
    const isFound = "problem" in judged || judged.note !== undefined || judged.failed.length > 0 || judged.isBlocked;
    if (isFound) return "found";
    if (judged.isLate) break;
  }
  return looks.length === 0 ? "uncovered" : "missed";
}
