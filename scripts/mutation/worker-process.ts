/** A process that judges mutants, as its parent sees it. */

import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Judged, Problem, Running, Task } from "./worker.js";

/** Node keeps every loaded module in memory, so a process is replaced after this many mutants. */
const MUTANTS_A_PROCESS = 60;

/** A case that hangs has failed, as surely as one with a wrong answer. */
function endedIn({ running, verifies }: Running, note: string): Judged {
  return { violated: verifies, notTaken: [], failed: [running], entered: [], loading: [], note };
}

/** The result when the time for all cases is over. */
const LATE: Judged = { violated: [], notTaken: [], failed: [], entered: [], loading: [], isLate: true };

/** One process at a time, replaced when it ends or has judged its share of mutants. */
export class WorkerProcess {
  private child: ChildProcess | undefined;
  private judged = 0;

  /**
   * @param limit milliseconds for a case
   * @param totalLimit milliseconds for all cases; what they have not found by then counts as not found
   */
  async judge(task: Task, limit: number, totalLimit?: number): Promise<Judged | Problem> {
    if (this.judged >= MUTANTS_A_PROCESS) this.end();
    const isFirst = this.child === undefined;
    const answer = await this.ask(task, limit, totalLimit);
    // Code that an earlier mutant left running may have ended the process.
    return this.child === undefined && !isFirst && answer !== LATE ? this.ask(task, limit, totalLimit) : answer;
  }

  end(): void {
    this.child?.removeAllListeners().kill("SIGKILL");
    this.child = undefined;
    this.judged = 0;
  }

  private async ask(task: Task, limit: number, totalLimit: number | undefined): Promise<Judged | Problem> {
    const child = this.child ?? (await this.start());
    this.judged += 1;
    return new Promise((resolve) => {
      let running: Running | undefined;
      const settle = (answer: Judged | Problem) => {
        clearTimeout(timer);
        clearTimeout(end);
        child.off("message", hear).off("exit", mourn);
        resolve(answer);
      };
      const giveUp = (note: string) => {
        this.end();
        settle(running === undefined ? { problem: note } : endedIn(running, note));
      };
      const hear = (message: Running | Judged | Problem) => {
        if (!("running" in message)) return settle(message);
        running = message;
        timer.refresh();
      };
      const mourn = (code: number | null, signal: string | null) => giveUp(`it ended the process (${signal ?? code})`);
      const stop = () => {
        this.end();
        settle(LATE);
      };
      const end = totalLimit === undefined ? undefined : setTimeout(stop, totalLimit);
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
