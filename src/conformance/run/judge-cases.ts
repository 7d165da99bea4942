/** Judges the cases of a plan, and looks for the evidence that a refusal or a silence needs before it counts. */

import type { Adapter } from "../adapters/adapter.js";
import { withinLimit } from "../adapters/within-limit.js";
import { applyBaseline } from "../baseline/apply-baseline.js";
import { acceptedEvents, answeringTools, type Case, callsOf, operationsOf, refusedTools } from "../fixture/case.js";
import { type CaseResult, holds } from "../judge/result.js";
import { type Failure, failure } from "../oracles/failure.js";
import { Workspace } from "../workspace/workspace.js";
import type { RunPlan } from "./plan.js";
import { runCase } from "./run-case.js";

/** Judges the cases of a plan one by one, for those who schedule them on their own. */
export function caseJudge(plan: RunPlan): (testCase: Case, bailed?: boolean) => Promise<CaseResult> {
  const evidence = new Evidence(plan);
  return async (testCase, bailed = false) =>
    applyBaseline(await judgeCase(testCase, plan, evidence, bailed), plan.baseline);
}

/** Whatever an adapter does at its end, every case has been judged by then. */
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
  if (bailed) return { ...skipped, reason: `the run stopped after ${plan.bail} that did not pass (--bail)` };

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

/** Surfaces that are not offered do not apply; a single tool that is missing was not observed. */
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
 * Which tools and events have been seen to work. An implementation that is dead refuses everything, so a refusal is worth
 * nothing until the same tool has given a good answer: the positive control of the experiment. One that is silent leaves
 * every file as it should be, so an event is worth nothing until it has been answered or has changed something.
 */
class Evidence {
  private readonly working = new Set<string>();
  private readonly tried = new Map<string, Promise<boolean>>();
  /** What did not pass once is no control, of whatever operation: it is not tried again. */
  private readonly useless = new Set<Case>();

  constructor(private readonly plan: RunPlan) {}

  record(result: CaseResult): void {
    if (!holds(result)) this.useless.add(result.case);
    else for (const operation of result.worked) this.working.add(operation);
  }

  /** @param operation as {@link CaseResult.worked} names it */
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
      if (this.useless.has(control)) continue;
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

/** What a case takes, roughly: calls one by one are quick, and what needs processes of its own is not. */
function effortOf({ steps, surfaces }: Case): number {
  const calls = steps.reduce((sum, step) => sum + callsOf(step).length, 0);
  return surfaces.includes("process") ? calls + 1_000 : calls;
}

/** What a case shows to work when it passes: tools by their names, events as results call them. */
function shownBy(control: Case): ReadonlySet<string> {
  return new Set([...answeringTools(control), ...[...acceptedEvents(control)].map((event) => `event ${event}`)]);
}
