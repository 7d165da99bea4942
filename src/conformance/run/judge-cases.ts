/** Judges the cases of a plan. Expected refusals and events without effects count only with evidence that the tool works. */

import type { Adapter } from "../adapters/adapter.js";
import { withinLimit } from "../adapters/within-limit.js";
import { applyBaseline } from "../baseline/apply-baseline.js";
import { acceptedEvents, answeringTools, type Case, callsOf, operationsOf, refusedTools } from "../fixture/case.js";
import { type CaseResult, holds } from "../judge/result.js";
import { type Failure, failure } from "../oracles/failure.js";
import { Workspace } from "../workspace/workspace.js";
import type { RunPlan } from "./plan.js";
import { runCase } from "./run-case.js";

/** Returns a function that judges one case of the plan, so that the caller can schedule the cases. */
export function caseJudge(plan: RunPlan): (testCase: Case, bailed?: boolean) => Promise<CaseResult> {
  const evidence = new Evidence(plan);
  return async (testCase, bailed = false) =>
    applyBaseline(await judgeCase(testCase, plan, evidence, bailed), plan.baseline);
}

/** Ignores errors of the adapter, because every case has been judged by then. */
export async function closeAdapter({ adapter, timeout, guardedFolders, ownHome }: RunPlan): Promise<void> {
  await withinLimit(() => adapter.close?.(), "close", timeout).catch(() => undefined);
  ownHome?.leave();
  await Workspace.removed();
  await guardedFolders.remove();
}

async function judgeCase(testCase: Case, plan: RunPlan, evidence: Evidence, bailed: boolean): Promise<CaseResult> {
  const skipped = {
    case: testCase,
    status: "skipped",
    durationMs: 0,
    failures: [],
    notes: [],
    worked: new Set<string>(),
  } as const;
  const notOffered = whatIsNotOffered(testCase, plan.adapter);
  if (notOffered !== undefined) return { ...skipped, ...notOffered };
  if (bailed) return { ...skipped, reason: `the run stopped after ${plan.bail} cases that did not pass (--bail)` };

  const result = await runCase(testCase, plan.adapter, plan.contract, plan);
  evidence.record(result);
  if (!holds(result)) return result;
  const failed = (...more: readonly Failure[]): CaseResult => ({
    ...result,
    status: "failed",
    failures: [...result.failures, ...more],
  });
  if (plan.strict && result.notes.length > 0) {
    return failed(...result.notes.map((problem) => failure("NXC_CASE_NOTE", { problem }, { step: 0 })));
  }
  for (const tool of refusedTools(testCase)) {
    if (!(await evidence.works(tool))) return failed(failure("NXC_CASE_VACUOUS", { tool }, { step: 0 }));
  }
  for (const event of acceptedEvents(testCase)) {
    if (!(await evidence.works(`event ${event}`))) return failed(failure("NXC_CASE_NO_EFFECT", { event }, { step: 0 }));
  }
  return result;
}

/** Why a case cannot run with this adapter. A missing surface makes it not applicable; a missing tool does not. */
export function whatIsNotOffered(
  testCase: Case,
  adapter: Adapter,
): Pick<CaseResult, "reason" | "notApplicable"> | undefined {
  const { tools, events } = operationsOf(testCase);
  const surfaces = adapter.surfaces ?? ["tools"];
  const surface = testCase.surfaces.find((name) => !surfaces.includes(name));
  if (surface !== undefined) return { reason: `the adapter offers no ${surface}`, notApplicable: true };
  const missing =
    tools.find((tool) => adapter.tools?.includes(tool) === false) ??
    events.find((event) => adapter.events?.includes(event) === false);
  if (missing !== undefined) return { reason: `the adapter does not offer ${missing}` };
  if (adapter.withoutEnvironment === true && Object.keys(testCase.environment).length > 0) {
    return { reason: "the adapter cannot give the implementation an environment", notApplicable: true };
  }
  const { withoutAgent = [] } = adapter;
  const asAgent = testCase.steps.flatMap(callsOf).filter(({ as }) => as !== undefined);
  const isUnnamed = asAgent.some((call) => withoutAgent.includes(call.kind === "action" ? call.tool : call.event));
  return isUnnamed ? { reason: "the adapter does not say how an agent acts", notApplicable: true } : undefined;
}

/**
 * Knows which tools and events work. A dead implementation refuses everything, so an expected refusal counts only if the
 * same tool has accepted another call. A silent implementation changes no files, so an event counts only if it has been
 * answered or has changed something. If no selected case shows that, other cases run as controls.
 */
class Evidence {
  private readonly working = new Set<string>();
  private readonly tried = new Map<string, Promise<boolean>>();
  /** Cases that did not pass. They cannot be controls. */
  private readonly failed = new Set<Case>();

  constructor(private readonly plan: RunPlan) {}

  record(result: CaseResult): void {
    if (!holds(result)) this.failed.add(result.case);
    else for (const operation of result.worked) this.working.add(operation);
  }

  /** @param operation a name as in {@link CaseResult.worked} */
  async works(operation: string): Promise<boolean> {
    if (this.working.has(operation)) return true;
    const attempt = this.tried.get(operation) ?? this.runControls(operation);
    this.tried.set(operation, attempt);
    return attempt;
  }

  private async runControls(operation: string): Promise<boolean> {
    const controls = this.plan
      .controls()
      .filter((control) => shownBy(control).has(operation) && refusedTools(control).size === 0)
      .sort((a, b) => effortOf(a) - effortOf(b));
    for (const control of controls) {
      if (this.failed.has(control)) continue;
      const { adapter, contract, timeout, guardedFolders, ownHome } = this.plan;
      const result = await runCase(control, adapter, contract, {
        timeout,
        guardedFolders,
        ownHome,
        keepWorkspaces: false,
      });
      this.record(result);
      if (this.working.has(operation)) return true;
    }
    return false;
  }
}

/** Rough cost of a case. Cases that need their own processes are far slower than those that only make calls. */
function effortOf({ steps, surfaces }: Case): number {
  const calls = steps.reduce((sum, step) => sum + callsOf(step).length, 0);
  return surfaces.includes("process") ? calls + 1_000 : calls;
}

/** The operations that work if the case passes, named as in {@link CaseResult.worked}. */
function shownBy(control: Case): ReadonlySet<string> {
  return new Set([...answeringTools(control), ...[...acceptedEvents(control)].map((event) => `event ${event}`)]);
}
