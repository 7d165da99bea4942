/** Runs mutants in several processes at once, and kills a process that hangs. */

import { type ChildProcess, fork } from "node:child_process";
import { rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { definedOnly } from "../../src/base/defined-only.js";
import { type BundleForm, bundle, type FaultySource } from "./bundle.js";
import type { Mutant } from "./catalogue.js";
import { mutate } from "./mutate.js";
import type { Judged, Problem, Running, Task } from "./worker.js";

/** The outcome of one mutant. */
export interface Outcome {
  readonly mutant: Mutant;
  /**
   * killed: a case that verifies a broken requirement failed, or a check that belongs to the requirement. elsewhere: only
   * other cases failed, so nothing shows that the requirement is broken. survived: every case passed.
   */
  readonly status: "killed" | "elsewhere" | "survived";
  readonly proved: readonly string[];
  /** Every requirement that the cases found violated. */
  readonly violated: readonly string[];
  readonly killers: readonly string[];
  /** How the running case ended when it got no answer. */
  readonly note?: string;
}

export interface CampaignOptions {
  /** Id of the contract whose reference is changed. */
  readonly contract: string;
  /** How many processes run at once. */
  readonly jobs: number;
  /** Whether every mutant runs every case; otherwise a mutant stops when its outcome is known. */
  readonly all: boolean;
  /** Milliseconds after which a case counts as hanging; a minute by default. */
  readonly limit?: number;
  /** Called with each outcome as soon as it is known. */
  readonly onOutcome: (outcome: Outcome) => void;
}

const LIMIT_MS = 60_000;

const TRIES = 5;

/** The reference without a fault never hangs, so its limit can be generous. */
const PATIENT_MS = 600_000;

/** Node keeps every loaded module in memory, so a process is replaced after this many mutants. */
const MUTANTS_A_PROCESS = 60;

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
  await judgeUnchanged(mutants, options);
  const queue = made.entries();
  const outcomes: Outcome[] = [];
  const problems: string[] = [];
  const work = async () => {
    const court = new Court(options);
    try {
      for (const [index, { mutant, fault }] of queue) {
        const judged = await judgeUntilHit(court, mutant, fault, options.all ? "all" : "needed");
        if ("problem" in judged) {
          problems.push(`${mutant.place}: ${mutant.id}: ${judged.problem}`);
          continue;
        }
        const outcome = outcomeOf(mutant, judged);
        outcomes[index] = outcome;
        options.onOutcome(outcome);
      }
    } finally {
      court.close();
    }
  };
  await Promise.all(Array.from({ length: options.jobs }, work));
  const [first] = problems;
  if (first !== undefined)
    throw new Error(problems.length === 1 ? first : `${first} (and ${problems.length - 1} more)`);
  return outcomes;
}

/** A fault that shows only when a crash or another process hits the right moment gets several tries. */
async function judgeUntilHit(court: Court, mutant: Mutant, fault: FaultySource, cases: Task["cases"]) {
  let judged = await court.judge(mutant, fault, cases);
  for (let left = mutant.through === "process" ? TRIES - 1 : 0; left > 0; left -= 1) {
    if ("problem" in judged || judged.proved.length > 0) break;
    judged = await court.judge(mutant, fault, cases);
  }
  return judged;
}

/** A case that fails without a fault would find every mutant. */
async function judgeUnchanged(mutants: readonly Mutant[], options: CampaignOptions): Promise<void> {
  const court = new Court(options);
  try {
    for (const through of [undefined, "process"] as const) {
      const concerned = mutants.filter((mutant) => mutant.through === through);
      if (concerned.length === 0) continue;
      const breaks = [...new Set(concerned.flatMap((mutant) => mutant.breaks))];
      const unchanged = definedOnly({ id: "unchanged", breaks, through });
      const judged = await court.judge(unchanged, undefined, options.all ? "all" : "concerned");
      const problem = "problem" in judged ? judged.problem : (judged.note ?? judged.killers[0]);
      if (problem !== undefined) throw new Error(`the reference does not pass without any fault: ${problem}`);
    }
  } finally {
    court.close();
  }
}

/** Builds references and judges them one after the other. */
class Court {
  private readonly worker = new Worker();

  constructor(private readonly options: CampaignOptions) {}

  async judge(
    { id, breaks, through }: Pick<Mutant, "id" | "breaks" | "through">,
    fault: FaultySource | undefined,
    cases: Task["cases"],
  ): Promise<Judged | Problem> {
    const { contract, limit = LIMIT_MS } = this.options;
    const form: BundleForm = through === "process" ? "program" : "module";
    const path = await bundle(contract, form, id, fault).catch((thrown: Error) => thrown);
    if (path instanceof Error) return { problem: path.message };
    try {
      const task = { contract, bundle: path, form, isFaulty: fault !== undefined, breaks, cases };
      return await this.worker.judge(task, fault === undefined ? PATIENT_MS : limit);
    } finally {
      rmSync(path, { force: true });
    }
  }

  close(): void {
    this.worker.end();
  }
}

function outcomeOf(mutant: Mutant, { proved, violated, killers, note }: Judged): Outcome {
  const status = proved.length > 0 ? "killed" : killers.length > 0 ? "elsewhere" : "survived";
  return { mutant, status, proved, violated, killers, ...definedOnly({ note }) };
}

/** A case that hangs has failed, as surely as one with a wrong answer. */
function endedIn({ running, verifies }: Running, note: string, { breaks }: Task): Judged {
  const proved = breaks.filter((id) => verifies.includes(id));
  return { proved, violated: proved, killers: [running], note };
}

/** One process at a time, replaced when it ends or has judged its share of mutants. */
class Worker {
  private child: ChildProcess | undefined;
  private judged = 0;

  async judge(task: Task, limit: number): Promise<Judged | Problem> {
    if (this.judged >= MUTANTS_A_PROCESS) this.end();
    const isFirst = this.child === undefined;
    const answer = await this.ask(task, limit);
    // Code that an earlier mutant left running may have ended the process.
    return this.child === undefined && !isFirst ? this.ask(task, limit) : answer;
  }

  end(): void {
    this.child?.removeAllListeners().kill("SIGKILL");
    this.child = undefined;
    this.judged = 0;
  }

  private async ask(task: Task, limit: number): Promise<Judged | Problem> {
    const child = this.child ?? (await this.start());
    this.judged += 1;
    return new Promise((resolve) => {
      let running: Running | undefined;
      const settle = (answer: Judged | Problem) => {
        clearTimeout(timer);
        child.off("message", hear).off("exit", mourn);
        resolve(answer);
      };
      const giveUp = (note: string) => {
        this.end();
        settle(running === undefined ? { problem: note } : endedIn(running, note, task));
      };
      const hear = (message: Running | Judged | Problem) => {
        if (!("running" in message)) return settle(message);
        running = message;
        timer.refresh();
      };
      const mourn = (code: number | null, signal: string | null) => giveUp(`it ended the process (${signal ?? code})`);
      const timer = setTimeout(() => giveUp(`no end after ${limit / 1000} s`), limit);
      child.on("message", hear).on("exit", mourn);
      child.send(task);
    });
  }

  private async start(): Promise<ChildProcess> {
    const script = fileURLToPath(new URL("worker.ts", import.meta.url));
    const child = fork(script, { execArgv: ["--import", "tsx"], stdio: ["ignore", "ignore", "inherit", "ipc"] });
    await new Promise((resolve, reject) => {
      child.once("message", resolve);
      child.once("exit", () => reject(new Error("the process that judges mutants did not start")));
    });
    child.removeAllListeners("exit");
    // The process may also end between two mutants.
    child.once("exit", () => this.end());
    this.child = child;
    return child;
  }
}
