/**
 * A process that judges one mutant after the other. The contract is read once; every mutant has its own modules. What it
 * is asked and answers goes over the channel to its parent, which ends it when a mutant never comes to an end.
 */

import { register } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { MessageChannel } from "node:worker_threads";
import type { Adapter } from "../../src/conformance/adapter.js";
import type { Case } from "../../src/conformance/case.js";
import { planRun, type RunPlan } from "../../src/conformance/plan.js";
import type { Report } from "../../src/conformance/report.js";
import { run } from "../../src/conformance/run.js";
import { packageRoot } from "../../src/package-root.js";
import type { MutantModule } from "./mutate.js";
import { referenceOf } from "./references.js";

/** What is asked of a worker. */
export interface Task {
  /** Id of the contract whose reference is changed: the same in all tasks of a process. */
  readonly contract: string;
  readonly mutant: MutantModule;
  readonly breaks: readonly string[];
  readonly through?: "process";
  /** Whether every case is run, and not only as many as it takes. */
  readonly all: boolean;
}

/** What came of a mutant. */
export interface Judged {
  /** Those of the broken requirements that were found violated. */
  readonly proved: readonly string[];
  /** Every requirement that was found violated, by the cases that were run. */
  readonly violated: readonly string[];
  /** Names of the cases that did not pass: of those that verify what is broken, or else the first of the others. */
  readonly killers: readonly string[];
  readonly note?: string;
}

/** Said before each case, so that one which never ends is known by its name. */
export interface Running {
  readonly running: string;
  readonly verifies: readonly string[];
}

/** Why a mutant could not be judged. */
export interface Problem {
  readonly problem: string;
}

/** A mutant answers at once or never. */
const CALL_LIMIT_MS = 3_000;

/** A process has to start first, several of them at a time. */
const PROCESS_CALL_LIMIT_MS = 20_000;

const ROOT = pathToFileURL(`${packageRoot}/`).href;
const HOOKS = new URL("hooks.mjs", import.meta.url);
const PRELOAD = new URL("preload.mjs", import.meta.url).href;

const { port1: port, port2 } = new MessageChannel();
register(HOOKS, { data: { root: ROOT, port: port2 }, transferList: [port2] });
port.unref();

const options = { profile: "full", cwd: packageRoot };
let inProcess: RunPlan | undefined;

process.on("message", async (task: Task) => {
  say(await judge(task).catch((thrown: Error) => ({ problem: thrown.message })));
});
process.send?.("ready");

function say(message: Running | Judged | Problem): void {
  process.send?.(message);
}

async function judge(task: Task): Promise<Judged> {
  const concerned = ({ verifies }: Case) => verifies.some((id) => task.breaks.includes(id));
  const plan = task.through === "process" ? await planOfProcess(task, concerned) : await planOfModule(task);
  if (task.all) return outcomeOf(task, await reportOf(plan, plan.cases));
  const report = await reportOf(plan, plan.cases.filter(concerned));
  const outcome = outcomeOf(task, report);
  // What a process shows is a few cases that take their time; the others say nothing of it.
  if (outcome.killers.length > 0 || task.through === "process") return outcome;
  const others = plan.cases.filter((testCase) => !concerned(testCase));
  return outcomeOf(task, await reportOf({ ...plan, bail: 1 }, others));
}

async function planOfModule({ contract, mutant }: Task): Promise<RunPlan> {
  const known = new Promise((resolve) => port.once("message", resolve));
  port.postMessage(mutant);
  await known;
  const path = join(packageRoot, referenceOf(contract).adapter);
  const { default: adapter } = (await import(`${pathToFileURL(path).href}?mutant=${mutant.id}`)) as {
    default: Adapter;
  };
  inProcess ??= await planRun(`module:${path}`, { ...options, contract, timeout: CALL_LIMIT_MS });
  return { ...inProcess, adapter };
}

/** The reference as a program, which has the mutant in it from its start. Of the other cases those that need one. */
async function planOfProcess({ contract, mutant }: Task, concerned: (testCase: Case) => boolean): Promise<RunPlan> {
  process.env["MUTANT"] = JSON.stringify({ root: ROOT, only: mutant });
  const command = referenceOf(contract).process(`node --import "${PRELOAD}"`);
  const plan = await planRun(command, { ...options, contract, timeout: PROCESS_CALL_LIMIT_MS });
  return { ...plan, cases: plan.cases.filter((each) => concerned(each) || each.surfaces.includes("process")) };
}

async function reportOf(plan: RunPlan, cases: readonly Case[]): Promise<Report> {
  for await (const event of run({ ...plan, cases })) {
    if (event.type === "case-started") say({ running: event.case.id, verifies: event.case.verifies });
    if (event.type === "run-finished") return event.report;
  }
  throw new Error("the run ended without a report");
}

function outcomeOf({ breaks }: Task, { cases, requirements }: Report): Judged {
  const violated = requirements.filter(({ status }) => status === "violated").map(({ id }) => id);
  return {
    proved: breaks.filter((id) => violated.includes(id)),
    violated,
    killers: cases.filter(({ status }) => status === "failed" || status === "errored").map(({ id }) => id),
  };
}
