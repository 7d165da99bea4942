/**
 * A process that judges one mutant after the other. It reads the contract once and loads new modules for each mutant.
 * Tasks and results go over the channel to its parent, which kills the process when a mutant hangs.
 */

import { pathToFileURL } from "node:url";
import { packageRoot } from "../../src/base/package-root.js";
import type { Adapter } from "../../src/conformance/adapters/adapter.js";
import type { Case } from "../../src/conformance/fixture/case.js";
import { planRun, type RunPlan } from "../../src/conformance/run/plan.js";
import type { Report } from "../../src/conformance/run/report.js";
import { run } from "../../src/conformance/run/run.js";
import type { BundleForm } from "./bundle.js";
import { referenceOf } from "./references.js";

/** A task for a worker. */
export interface Task {
  /** Id of the contract whose reference is changed: the same in all tasks of a process. */
  readonly contract: string;
  /** The path of the reference, built with or without the fault. */
  readonly bundle: string;
  readonly form: BundleForm;
  readonly isFaulty: boolean;
  readonly breaks: readonly string[];
  /** concerned: only cases that verify a broken requirement. needed: the others too when none of these fails. */
  readonly cases: "concerned" | "needed" | "all";
}

/** The result for a mutant. */
export interface Judged {
  /** The broken requirements that were found violated. */
  readonly proved: readonly string[];
  /** Every requirement that the cases found violated. */
  readonly violated: readonly string[];
  /** Ids of the cases that failed: those that verify a broken requirement, or else the first of the others. */
  readonly killers: readonly string[];
  readonly note?: string;
}

/** Sent before each case, so that the parent can name a case that hangs. */
export interface Running {
  readonly running: string;
  readonly verifies: readonly string[];
}

/** Why a mutant could not be judged. */
export interface Problem {
  readonly problem: string;
}

/** A mutant answers at once or never. A process needs time to start, and several start at once. */
const CALL_LIMIT_MS: Readonly<Record<BundleForm, number>> = { module: 10_000, program: 30_000 };

/** The reference without a fault always answers, but a busy machine may delay it. */
const PATIENT_MS = 120_000;

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
  const plan = task.form === "program" ? await planOfProgram(task, concerned) : await planOfModule(task);
  if (task.cases === "all") return outcomeOf(task, await reportOf(plan, plan.cases));
  const report = await reportOf(plan, plan.cases.filter(concerned));
  const outcome = outcomeOf(task, report);
  // A fault of the process shows in a few slow cases only, so the other cases are skipped.
  if (outcome.killers.length > 0 || task.cases === "concerned" || task.form === "program") return outcome;
  const others = plan.cases.filter((testCase) => !concerned(testCase));
  return outcomeOf(task, await reportOf({ ...plan, bail: 1 }, others));
}

async function planOfModule({ contract, bundle, form, isFaulty }: Task): Promise<RunPlan> {
  // Reading the contract takes longer than judging most mutants.
  inProcess ??= await planRun(`module:${bundle}`, { ...options, contract, timeout: PATIENT_MS });
  const { default: adapter } = (await import(pathToFileURL(bundle).href)) as { default: Adapter };
  return { ...inProcess, adapter, timeout: isFaulty ? CALL_LIMIT_MS[form] : PATIENT_MS };
}

/** A plan for the reference as a program: the concerned cases, and the others that need a process. */
async function planOfProgram(task: Task, concerned: (testCase: Case) => boolean): Promise<RunPlan> {
  const { contract, bundle, form, isFaulty } = task;
  const command = referenceOf(contract).started(`"${bundle}"`);
  const timeout = isFaulty ? CALL_LIMIT_MS[form] : PATIENT_MS;
  const plan = await planRun(command, { ...options, contract, timeout });
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
