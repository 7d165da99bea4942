/** Runs mutants in several processes at once, and ends one that never comes to an end. */

import { type ChildProcess, fork } from "node:child_process";
import { rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { definedOnly } from "../../src/base/defined-only.js";
import { type BundleForm, bundle, type FaultySource } from "./bundle.js";
import type { Mutant } from "./catalogue.js";
import { mutate } from "./mutate.js";
import type { Judged, Problem, Running, Task } from "./worker.js";

/** What came of one mutant. */
export interface Outcome {
  readonly mutant: Mutant;
  /**
   * killed: a case that verifies a broken requirement failed, or a check that the requirement answers for. elsewhere:
   * only other cases failed, so nothing shows that the requirement is broken. survived: every case passed.
   */
  readonly status: "killed" | "elsewhere" | "survived";
  readonly proved: readonly string[];
  /** Every requirement that was found violated, by the cases that were run. */
  readonly violated: readonly string[];
  readonly killers: readonly string[];
  /** How it ended the case that was running, where that was by no answer. */
  readonly note?: string;
}

export interface CampaignOptions {
  /** Id of the contract whose reference is changed. */
  readonly contract: string;
  /** Processes at a time. */
  readonly jobs: number;
  /** Whether every mutant meets every case; otherwise no more than it takes. */
  readonly all: boolean;
  /** Milliseconds after which a case counts as hanging; a minute where absent. */
  readonly limit?: number;
  /** Called with each outcome when it is known. */
  readonly onOutcome: (outcome: Outcome) => void;
}

const LIMIT_MS = 60_000;

const TRIES = 5;

/** The reference without a fault always comes to an end. */
const PATIENT_MS = 600_000;

/** Modules that were loaded once stay in memory, so a process is replaced after so many mutants. */
const MUTANTS_A_PROCESS = 60;

/**
 * Judges the reference as it is, and then every mutant of it.
 * @returns the outcomes in the order of the mutants
 * @throws Error when a case fails without any fault, and when a mutant cannot be made or loaded; in the last case after
 *   all others were judged
 */
export async function campaign(mutants: readonly Mutant[], options: CampaignOptions): Promise<readonly Outcome[]> {
  // All are made first: a catalogue that no longer fits the source is told before anything runs.
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

/** A crash or another process has to meet the moment in which a fault shows, so such a mutant has a few tries. */
async function judgeUntilHit(court: Court, mutant: Mutant, fault: FaultySource, cases: Task["cases"]) {
  let judged = await court.judge(mutant, fault, cases);
  for (let left = mutant.through === "process" ? TRIES - 1 : 0; left > 0; left -= 1) {
    if ("problem" in judged || judged.proved.length > 0) break;
    judged = await court.judge(mutant, fault, cases);
  }
  return judged;
}

/** A case that fails without any fault would find every mutant. */
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

/** Builds references and has them judged, one after the other. */
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

/** A case that never answers has failed as surely as one that answers wrongly. */
function endedIn({ running, verifies }: Running, note: string, { breaks }: Task): Judged {
  const proved = breaks.filter((id) => verifies.includes(id));
  return { proved, violated: proved, killers: [running], note };
}

/** One process, replaced when it has ended or has had its share of mutants. */
class Worker {
  private child: ChildProcess | undefined;
  private judged = 0;

  async judge(task: Task, limit: number): Promise<Judged | Problem> {
    if (this.judged >= MUTANTS_A_PROCESS) this.end();
    const isFirst = this.child === undefined;
    const answer = await this.ask(task, limit);
    // What an earlier mutant left running may have ended the process.
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
    // It may end between two mutants as well.
    child.once("exit", () => this.end());
    this.child = child;
    return child;
  }
}
