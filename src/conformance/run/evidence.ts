/** Knows which tools and events work, and blocks what cases cannot show because a tool or an event never works. */

import type { CalledOperations } from "../contract/compiled-contract.js";
import { type Case, callsOf, type FileAssertion, type Step } from "../fixture/case.js";
import { ownersIn } from "../judge/owners.js";
import type { CaseResult } from "../judge/result.js";
import { type Failure, failure } from "../oracles/failure.js";
import { bySimplicity } from "./effort.js";
import { isNotOffered } from "./offered.js";
import type { RunPlan } from "./plan.js";
import { runCase } from "./run-case.js";
import { isOfProfile } from "./select.js";

/**
 * A dead implementation refuses everything and changes nothing, so a case shows something only if its tools and events have
 * worked in this case or in another. If no selected case shows that, other cases run as controls.
 */
export class Evidence {
  private readonly working = new Set<string>();
  private readonly tried = new Map<string, Promise<boolean>>();
  /** By operation, the simplest first. */
  private readonly controls = new Map<string, readonly Case[]>();
  /** Cases that have run. They need not run again as controls. */
  private readonly known = new Set<Case>();

  constructor(private readonly plan: RunPlan) {}

  record({ case: testCase, worked }: CaseResult): void {
    this.known.add(testCase);
    for (const operation of worked) this.working.add(operation);
  }

  /** The result, with everything blocked that proves nothing because a tool or an event never works. */
  async applied(result: CaseResult): Promise<CaseResult> {
    const judged = await this.withRefusal(result);
    if (judged.status !== "passed" && shownBy(judged).length === 0) return judged;
    const { tools, events } = unshown(result);
    for (const tool of tools) {
      if (!(await this.works(tool))) return allBlocked(judged, failure("NXC_CASE_VACUOUS", { tool }, { step: 0 }));
    }
    for (const event of events) {
      if (!(await this.works(`event ${event}`))) {
        return allBlocked(judged, failure("NXC_CASE_NO_EFFECT", { event }, { step: 0 }));
      }
    }
    return judged;
  }

  /**
   * A tool that works in no case violates the requirement of its simplest case, and no other: what else it would do is not
   * known.
   */
  private async withRefusal(result: CaseResult): Promise<CaseResult> {
    const refused = result.failures.find(isRefused);
    const step = refused === undefined ? undefined : result.case.steps[refused.step];
    if (refused === undefined || step === undefined) return result;
    for (const tool of new Set(callsOf(step).flatMap((call) => (call.kind === "action" ? [call.tool] : [])))) {
      const first = this.simplestCaseOf(tool);
      if (first === undefined || first.id === result.case.id || (await this.works(tool))) continue;
      const reason = refused.code === "NXC_CASE_OUTCOMES" ? refused.message : String(refused.actual);
      const by = failure("NXC_CASE_NEVER_WORKS", { tool, reason, first: first.id }, { step: refused.step });
      const others = result.failures.filter((found) => !followsFrom(found, refused));
      return blockedBy({ ...result, failures: others }, refused.requirement, by, first.about);
    }
    return result;
  }

  /**
   * The case that shows that a tool never works: the simplest about a MUST, or else the simplest. It does not depend on
   * which cases of the profile are selected.
   */
  private simplestCaseOf(tool: string): Case | undefined {
    const { fixtures, cases, contract, profile, adapter } = this.plan;
    const isJudged = ({ steps, about }: Case) =>
      about !== undefined &&
      steps.some(
        (step) =>
          ownersIn(step).has(undefined) && callsOf(step).some((call) => call.kind === "action" && call.tool === tool),
      );
    const candidates = this.controlsFor(tool).filter(
      (control) =>
        isJudged(control) &&
        isOfProfile(control, contract, profile) &&
        !isNotOffered(control, adapter) &&
        (fixtures.length === 0 || cases.includes(control)),
    );
    const isMust = ({ about = "" }: Case) => contract.requirements.get(about)?.level === "MUST";
    return candidates.find(isMust) ?? candidates[0];
  }

  /** @param operation a name as in {@link CaseResult.worked} */
  private async works(operation: string): Promise<boolean> {
    if (this.working.has(operation)) return true;
    const attempt = this.tried.get(operation) ?? this.runControls(operation);
    this.tried.set(operation, attempt);
    return attempt;
  }

  private controlsFor(operation: string): readonly Case[] {
    const known = this.controls.get(operation);
    if (known !== undefined) return known;
    const showing = (control: Case) => shows(control, operation) && control.calls.refused.length === 0;
    const controls = bySimplicity(this.plan.controls().filter(showing));
    this.controls.set(operation, controls);
    return controls;
  }

  private async runControls(operation: string): Promise<boolean> {
    for (const control of this.controlsFor(operation)) {
      if (this.known.has(control) || isNotOffered(control, this.plan.adapter)) continue;
      const { adapter, contract, timeout, guardedFolders, ownHome } = this.plan;
      const options = { timeout, guardedFolders, ownHome, keepWorkspaces: false };
      this.record(await runCase(control, adapter, contract, options));
      if (this.working.has(operation)) return true;
    }
    return false;
  }
}

/** Whether a failure is that refusal, or what the files lack because of it. */
function followsFrom({ step, requirement }: Failure, refused: Failure): boolean {
  return step >= refused.step && requirement === refused.requirement;
}

/** Whether a call was refused that had to be accepted, or all of several at once. */
function isRefused({ code, actual }: Failure): boolean {
  if (code === "NXC_CASE_UNEXPECTED_ERROR") return true;
  return code === "NXC_CASE_OUTCOMES" && (actual as { readonly ok?: unknown } | undefined)?.ok === 0;
}

/** The requirements that a case would show to be kept. */
function shownBy({ case: { verifies }, failures, blocked }: CaseResult): readonly string[] {
  const open = new Set([...failures, ...blocked].map(({ requirement }) => requirement));
  return verifies.filter((requirement) => !open.has(requirement));
}

/**
 * The tools and events that a case does not show to work. A passed case shows that those work whose calls it expects to be
 * accepted, unless it only asserts that files stay the same. A failed case does not show that any of them works, because a
 * malformed answer may come from anything.
 */
function unshown({ case: { calls, steps }, failures, worked }: CaseResult): Pick<CalledOperations, "tools" | "events"> {
  if (failures.length > 0) return calls;
  const still = steps
    .filter(assertsStillness)
    .flatMap(callsOf)
    .flatMap((call) => (call.kind === "action" && !worked.has(call.tool) ? [call.tool] : []));
  return { tools: [...new Set([...calls.refused, ...still])], events: calls.accepted };
}

/** Whether all that a step asserts would hold if its call did nothing. */
function assertsStillness({ expect: { returns, errors, git, either, files } }: Step): boolean {
  const isStill = ({ kind }: FileAssertion) => kind === "unchanged" || kind === "absent";
  return (
    [...returns, ...errors, ...git].length === 0 && either === undefined && files.length > 0 && files.every(isStill)
  );
}

/** The result with all requirements of its case blocked that it does not show to be violated. */
function allBlocked(result: CaseResult, by: Failure): CaseResult {
  return result.case.verifies.reduce(
    (blocked, requirement) => blockedBy(blocked, requirement, by),
    blockedBy(result, undefined, by),
  );
}

/** @param violated the requirement that is violated by the finding */
function blockedBy(
  result: CaseResult,
  requirement: string | undefined,
  { step, message }: Failure,
  violated?: string,
): CaseResult {
  const isKnown = [...result.failures, ...result.blocked].some((known) => known.requirement === requirement);
  const by = violated === undefined || violated === requirement ? {} : { by: violated };
  const added = requirement === undefined || isKnown ? [] : [{ requirement, step, reason: message, ...by }];
  return {
    ...result,
    ...(result.failures.length > 0 ? { status: "failed" } : { status: "blocked", reason: result.reason ?? message }),
    blocked: [...result.blocked, ...added],
  };
}

/** Whether an operation, named as in {@link CaseResult.worked}, works if the case passes. */
function shows({ calls: { answering, accepted } }: Case, operation: string): boolean {
  return answering.includes(operation) || accepted.some((event) => operation === `event ${event}`);
}
