/** Runs mutants in several processes at once. */

import { rmSync } from "node:fs";
import { definedOnly } from "../../src/base/defined-only.js";
import { type BundleForm, bundle, type FaultySource, PROBES } from "./bundle.js";
import type { Mutant } from "./catalogue.js";
import { type Fault, mutate } from "./mutate.js";
import type { Entered, Judged, Problem } from "./worker.js";
import { WorkerProcess } from "./worker-process.js";

/** The outcome of one mutant. */
export interface Outcome {
  readonly mutant: Mutant;
  /**
   * killed: the broken requirement is violated. elsewhere: cases failed, but nothing shows that this requirement is
   * broken. survived: every case passed.
   */
  readonly status: "killed" | "elsewhere" | "survived";
  /** Every requirement that the cases found violated. */
  readonly violated: readonly string[];
  /** The ids of the cases that failed. */
  readonly failed: readonly string[];
  /** How the running case ended when it got no answer. Later cases were not judged. */
  readonly note?: string;
}

export interface CampaignOptions {
  /** Id of the contract whose reference is changed. */
  readonly contract: string;
  /** Source of the adapter for modules; by default that of the reference. */
  readonly adapter?: string;
  /** How many processes run at once. */
  readonly jobs: number;
  /**
   * Whether every mutant runs every case. Otherwise it runs those of the broken requirement and one of each other, and only
   * if they do not convict exactly that requirement, every case.
   */
  readonly all?: boolean;
  /** Globs of the cases to judge by; absent for all of the contract. */
  readonly within?: readonly string[];
  /** Milliseconds after which a case counts as hanging; a minute by default. */
  readonly limit?: number;
  /** Milliseconds after which the cases left are not judged; no limit by default. */
  readonly totalLimit?: number;
  /** After how many cases that do not pass the others are left out; absent where every requirement counts. */
  readonly bail?: number;
  /** Called with each outcome as soon as it is known. */
  readonly onOutcome: (outcome: Outcome) => void;
}

const LIMIT_MS = 60_000;

const TRIES = 5;

/** A function that at most this many cases call may run once in a process, and all cases may use its result. */
const FEW = 5;

/** The reference without a fault never hangs, so its limit can be generous. */
const PATIENT_MS = 600_000;

/**
 * Judges the unchanged reference, and then every mutant.
 * @returns the outcomes in the order of the mutants
 * @throws Error when a case fails without a fault, or a mutant cannot be built or loaded. A mutant that cannot be loaded
 *   is reported after all others were judged.
 */
export async function campaign(mutants: readonly Mutant[], options: CampaignOptions): Promise<readonly Outcome[]> {
  // Build all mutants first, to report a catalogue that no longer fits the source before anything runs.
  const made = await Promise.all(
    mutants.map(async (mutant) => ({ mutant, fault: await mutate(options.contract, mutant) })),
  );
  const outcomes: Outcome[] = [];
  const problems: string[] = [];
  await inCourts(made, mutants, options, async (court, reach, { mutant, fault }, index) => {
    const judged = await judgeMutant(court, mutant, fault, reach);
    if ("problem" in judged) {
      problems.push(`${mutant.place}: ${mutant.id}: ${judged.problem}`);
      return;
    }
    const outcome = outcomeOf(mutant, judged);
    outcomes[index] = outcome;
    options.onOutcome(outcome);
  });
  const [problem] = problems;
  if (problem !== undefined)
    throw new Error(problems.length === 1 ? problem : `${problem} (and ${problems.length - 1} more)`);
  return outcomes;
}

/**
 * Judges the unchanged reference, and then each item, in several processes at once.
 * @param mutants those that a case with a process of its own must be able to find
 * @throws Error when a case fails without a fault
 */
export async function inCourts<Item>(
  items: readonly Item[],
  mutants: readonly Mutant[],
  options: Omit<CampaignOptions, "onOutcome">,
  judge: (court: Court, reach: Reach, item: Item, index: number) => Promise<void>,
): Promise<void> {
  // A process takes seconds to read the kit and the contract, so the first one goes on with items.
  const first = new Court(options);
  const reach = await judgeUnchanged(first, mutants, options).catch((thrown: unknown) => {
    first.close();
    throw thrown;
  });
  const queue = items.entries();
  const work = async (court: Court) => {
    try {
      for (const [index, item] of queue) await judge(court, reach, item, index);
    } finally {
      court.close();
    }
  };
  const more = Math.max(0, Math.min(options.jobs, items.length) - 1);
  await Promise.all([first, ...Array.from({ length: more }, () => new Court(options))].map(work));
}

/** Knows which cases can tell a mutant from the reference. */
export class Reach {
  private readonly cases: readonly (Omit<Entered, "functions"> & { readonly functions: ReadonlySet<string> })[];
  private readonly loading: ReadonlySet<string>;

  constructor(
    entered: readonly Entered[],
    loading: readonly string[],
    private readonly all: boolean,
  ) {
    this.cases = entered.map(({ functions, ...each }) => ({ ...each, functions: new Set(functions) }));
    this.loading = new Set(loading);
  }

  /**
   * Of the cases that call the changed code, or of all when it runs before the first case, those of the broken requirement
   * and the simplest of each other one. The former come first, because a mutant may hang.
   */
  through(fault: Fault, breaks: string): readonly string[] {
    if (this.all) return this.every(fault);
    const able = this.able(fault);
    const isOwn = ({ verifies }: Pick<Entered, "verifies">) => verifies.includes(breaks);
    return [...able.filter(isOwn), ...simplestOfEach(able.filter((each) => !isOwn(each)))].map(({ id }) => id);
  }

  /** All cases that can tell. */
  every(fault: Fault): readonly string[] {
    return this.able(fault).map(({ id }) => id);
  }

  private able({ inside }: Fault) {
    if (this.all || inside === undefined || this.loading.has(inside)) return this.cases;
    const callers = this.cases.filter(calls(inside));
    if (callers.length > FEW) return callers;
    // The other cases may use what it returned, such as a statement that is prepared once.
    const file = inside.slice(0, inside.lastIndexOf(":") + 1);
    return this.cases.filter(({ functions }) => [...functions].some((each) => each.startsWith(file)));
  }

  /** The cases that start a process, and those of some requirements: all would take too long as processes. */
  processes(broken: readonly string[]): readonly string[] {
    return this.cases
      .filter(({ needsProcess, verifies }) => needsProcess || verifies.some((id) => broken.includes(id)))
      .map(({ id }) => id);
  }
}

/** The simplest case of each requirement. */
function simplestOfEach<T extends Pick<Entered, "verifies" | "effort">>(cases: readonly T[]): readonly T[] {
  const seen = new Set<string>();
  return cases
    .toSorted((a, b) => a.effort - b.effort)
    .filter(({ verifies }) => {
      const isWanted = verifies.some((id) => !seen.has(id));
      for (const id of verifies) seen.add(id);
      return isWanted;
    });
}

function calls(inside: string) {
  return ({ functions }: { readonly functions: ReadonlySet<string> }) => functions.has(inside);
}

/** A fault that shows only in a process of its own is looked for there and, like any other, in this process. */
async function judgeMutant(court: Court, mutant: Mutant, fault: Fault, reach: Reach): Promise<Judged | Problem> {
  const { through, breaks } = mutant;
  const here = () => judgeHere(court, mutant, fault, reach);
  if (through === undefined) return here();
  const there = await judgeUntilHit(court, mutant, fault, reach.processes([breaks]));
  if ("problem" in there) return there;
  const both = await here();
  if ("problem" in both) return both;
  return {
    ...there,
    violated: [...new Set([...there.violated, ...both.violated])],
    notTaken: [...new Set([...there.notTaken, ...both.notTaken])],
    failed: [...there.failed, ...both.failed],
    ...definedOnly({ note: there.note ?? both.note }),
  };
}

/**
 * A few cases convict what all of them would, most of the time. Where they convict something else or nothing, the verdict of
 * all of them counts, as it does for users.
 */
async function judgeHere(court: Court, { id, breaks }: Mutant, fault: Fault, reach: Reach) {
  const few = reach.through(fault, breaks);
  const judged = await court.judge(id, "module", fault, few);
  if ("problem" in judged || judged.note !== undefined) return judged;
  const isExact = [...judged.violated, ...judged.notTaken].join() === breaks;
  const every = reach.every(fault);
  return isExact || every.length === few.length ? judged : court.judge(id, "module", fault, every);
}

/** A fault that shows only when a crash or another process hits the right moment gets several tries. */
async function judgeUntilHit(court: Court, mutant: Mutant, fault: Fault, cases: readonly string[]) {
  const { id } = mutant;
  let judged = await court.judge(id, "program", fault, cases);
  for (let left = TRIES - 1; left > 0; left -= 1) {
    if ("problem" in judged || breaksWhatItSays(mutant, judged)) break;
    judged = await court.judge(id, "program", fault, cases);
  }
  return judged;
}

/** A case that fails without a fault would find every mutant. */
async function judgeUnchanged(
  court: Court,
  mutants: readonly Mutant[],
  options: Pick<CampaignOptions, "all">,
): Promise<Reach> {
  const passed = async (form: BundleForm, fault: typeof PROBES | undefined, cases?: readonly string[]) => {
    const judged = await court.judge("unchanged", form, fault, cases);
    const problem = "problem" in judged ? judged.problem : (judged.note ?? judged.failed[0]);
    if (problem !== undefined) throw new Error(`the reference does not pass without any fault: ${problem}`);
    return judged as Judged;
  };
  const { entered, loading } = await passed("module", PROBES);
  const reach = new Reach(entered, loading, options.all === true);
  const inProcesses = mutants.filter(({ through }) => through === "process").map(({ breaks }) => breaks);
  if (inProcesses.length > 0) await passed("program", undefined, reach.processes(inProcesses));
  return reach;
}

/** Builds references and judges them one after the other. */
export class Court {
  private readonly worker = new WorkerProcess();

  constructor(
    private readonly options: Pick<
      CampaignOptions,
      "contract" | "adapter" | "limit" | "totalLimit" | "within" | "bail"
    >,
  ) {}

  async judge(
    id: string,
    form: BundleForm,
    fault: FaultySource | typeof PROBES | undefined,
    cases: readonly string[] | undefined,
    explore?: number,
  ): Promise<Judged | Problem> {
    const { contract, adapter, totalLimit, within, bail } = this.options;
    // Random calls report no progress, so the limit for one case does not fit them.
    const limit = explore === undefined ? (this.options.limit ?? LIMIT_MS) : PATIENT_MS;
    const path = await bundle(contract, form, id, fault, adapter).catch((thrown: Error) => thrown);
    if (path instanceof Error) return { problem: path.message };
    const isFaulty = fault !== undefined && fault !== PROBES;
    try {
      const task = { contract, bundle: path, form, isFaulty, ...definedOnly({ cases, within, bail, explore }) };
      return await this.worker.judge(task, isFaulty ? limit : PATIENT_MS, isFaulty ? totalLimit : undefined);
    } finally {
      rmSync(path, { force: true });
    }
  }

  close(): void {
    this.worker.end();
  }
}

function outcomeOf(mutant: Mutant, judged: Judged): Outcome {
  const { violated: found, failed, note } = judged;
  const isFound = breaksWhatItSays(mutant, judged);
  // Without an answer, the requirements of the case cannot be told apart.
  const others = note !== undefined && isFound ? [] : found.filter((id) => id !== mutant.breaks);
  const violated = isFound ? [mutant.breaks, ...others] : others;
  const status = isFound ? "killed" : failed.length > 0 ? "elsewhere" : "survived";
  return { mutant, status, violated, failed, ...definedOnly({ note }) };
}

/** An implementation that loses a MAY violates nothing, but no longer takes it. */
function breaksWhatItSays({ breaks }: Mutant, { violated, notTaken }: Judged): boolean {
  return violated.includes(breaks) || notTaken.includes(breaks);
}
