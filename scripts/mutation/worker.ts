/**
 * A process that judges one mutant after the other. It reads the contract once and loads new modules for each mutant.
 * Tasks and results go over the channel to its parent, which kills the process when a mutant hangs.
 */

import { pathToFileURL } from "node:url";
import { definedOnly } from "../../src/base/defined-only.js";
import { packageRoot } from "../../src/base/package-root.js";
import type { Adapter } from "../../src/conformance/adapters/adapter.js";
import { ALL } from "../../src/conformance/contract/whole-contract.js";
import { run } from "../../src/conformance/engine/run.js";
import { bySimplicity } from "../../src/conformance/run/effort.js";
import { planRun, type RunPlan } from "../../src/conformance/run/plan.js";
import type { Report } from "../../src/conformance/run/report.js";
import type { BundleForm } from "./bundle.js";
import { ENTERED, LOADED } from "./probes.js";
import { referenceOf } from "./references.js";

/** A task for a worker. */
export interface Task {
  /** Id of the contract whose reference is changed: the same in all tasks of a process. */
  readonly contract: string;
  /** The path of the reference, built with or without the fault, or with probes. */
  readonly bundle: string;
  readonly form: BundleForm;
  readonly isFaulty: boolean;
  /** Ids of the cases to run, in their order; absent for all. */
  readonly cases?: readonly string[];
  /** Globs of the cases that there are; absent for all of the contract. The same in all tasks of a process. */
  readonly within?: readonly string[];
  /** After how many cases that do not pass the others are left out; absent for none. */
  readonly bail?: number;
  /** How many random calls follow the cases; absent for none. */
  readonly explore?: number;
}

/** The result for a mutant. */
export interface Judged {
  /** Every requirement that the cases found violated. */
  readonly violated: readonly string[];
  /** Every MAY that the cases found not taken. */
  readonly notTaken: readonly string[];
  /** The ids of the cases that failed. */
  readonly failed: readonly string[];
  /** Whether a case showed nothing, for example because a refusal was a raw error. */
  readonly isBlocked?: boolean;
  /** Whether the time for all cases was over before the last one. */
  readonly isLate?: boolean;
  /** What each case entered, if the reference has probes. */
  readonly entered: readonly Entered[];
  /** The functions that are called when a module of the reference is loaded. */
  readonly loading: readonly string[];
  readonly note?: string;
}

/** A case, and the functions of the reference that it called. */
export interface Entered {
  readonly id: string;
  readonly verifies: readonly string[];
  readonly needsProcess: boolean;
  /** Its place among all cases, the simplest first. */
  readonly effort: number;
  readonly functions: readonly string[];
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

const options = { profile: ALL, cwd: packageRoot, explore: 0 };
let inProcess: RunPlan | undefined;

process.on("message", async (task: Task) => {
  say(await judge(task).catch((thrown: Error) => ({ problem: thrown.message })));
});
process.send?.("ready");

function say(message: Running | Judged | Problem): void {
  process.send?.(message);
}

async function judge(task: Task): Promise<Judged> {
  const world = globalThis as { [LOADED]?: Set<string> };
  world[LOADED] = new Set();
  probed();
  const plan = task.form === "program" ? await planOfProgram(task) : await planOfModule(task);
  probed();
  const byId = new Map(plan.cases.map((each) => [each.id, each]));
  const cases = task.cases?.flatMap((id) => byId.get(id) ?? []) ?? plan.cases;
  const entered: Entered[] = [];
  const places = new Map(task.isFaulty ? [] : bySimplicity(cases).map(({ id }, index) => [id, index]));
  let report: Report | undefined;
  for await (const event of run({ ...plan, cases, ...definedOnly({ bail: task.bail, explore: task.explore }) })) {
    if (event.type === "case-started") say({ running: event.case.id, verifies: event.case.verifies });
    if (event.type === "case-finished") {
      const { id, verifies, surfaces } = event.result.case;
      entered.push({
        id,
        verifies,
        needsProcess: surfaces.includes("process"),
        effort: places.get(id) ?? 0,
        functions: probed(),
      });
    }
    if (event.type === "run-finished") report = event.report;
  }
  if (report === undefined) throw new Error("the run ended without a report");
  return { ...outcomeOf(report), entered: task.isFaulty ? [] : entered, loading: [...world[LOADED]] };
}

/** The functions that were called since the last time. */
function probed(): readonly string[] {
  const world = globalThis as { [ENTERED]?: Set<string> };
  const entered = [...(world[ENTERED] ?? [])];
  world[ENTERED] = new Set();
  return entered;
}

async function planOfModule({ contract, bundle, form, isFaulty, within: run = [] }: Task): Promise<RunPlan> {
  // Reading the contract takes longer than judging most mutants.
  inProcess ??= await planRun(`module:${bundle}`, { ...options, run, contract, timeout: PATIENT_MS, inProcess: true });
  const { default: adapter } = (await import(pathToFileURL(bundle).href)) as { default: Adapter };
  return { ...inProcess, adapter, timeout: isFaulty ? CALL_LIMIT_MS[form] : PATIENT_MS };
}

async function planOfProgram({ contract, bundle, form, isFaulty, within: run = [] }: Task): Promise<RunPlan> {
  const command = referenceOf(contract).started(`"${bundle}"`);
  return planRun(command, { ...options, run, contract, timeout: isFaulty ? CALL_LIMIT_MS[form] : PATIENT_MS });
}

function outcomeOf({ cases, requirements }: Report): Pick<Judged, "violated" | "notTaken" | "failed" | "isBlocked"> {
  const having = (wanted: string) => requirements.filter(({ status }) => status === wanted).map(({ id }) => id);
  return {
    violated: having("violated"),
    notTaken: having("not_taken"),
    failed: cases.filter(({ status }) => ["failed", "errored", "not_taken"].includes(status)).map(({ id }) => id),
    isBlocked: cases.some(({ status }) => status === "blocked"),
  };
}
