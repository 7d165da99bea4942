/** Performs and judges the steps of one case, and collects the findings. */

import { NexusError } from "../../base/errors.js";
import type { Session } from "../adapters/adapter.js";
import type { Contract } from "../contract/contract.js";
import type { Wallet } from "../credentials/wallet.js";
import type { Case, Step } from "../fixture/case.js";
import { capture } from "../judge/capture.js";
import { judge } from "../judge/judge.js";
import type { Recording } from "../judge/recording.js";
import type { CaseResult, Symptom } from "../judge/result.js";
import { symptomsIn } from "../judge/symptoms.js";
import type { Tokens } from "../notation/file-path.js";
import { askOracles } from "../oracles/all.js";
import { type Failure, failure, violatesOnlyItsRequirement } from "../oracles/failure.js";
import { treeFailures } from "../oracles/tree.js";
import { type AnsweredCall, callName, type Observation, type Performed } from "../stage/observation.js";
import { watchSpecialFiles } from "../stage/special-files.js";
import type { Stage } from "../stage/stage.js";
import { perform } from "../steps/perform.js";
import { changesBetween, type Snapshot } from "../workspace/snapshot.js";
import { viewRepository } from "../workspace/view-repository.js";
import { abridged, abridgedText } from "./abridged.js";
import { TEXT_LIMIT, Trace } from "./trace.js";

/** Characters. A failure message must stay readable, whatever the implementation returns. */
const MESSAGE_LIMIT = 2_000;

/** The result of a step whose program was killed. */
const ENDED: Performed = { answered: [], interrupted: true };

/** Shortens the values of a failure for the report. */
function shortened({ message, expected, actual, ...rest }: Failure): Failure {
  return {
    ...rest,
    message: abridgedText(message, MESSAGE_LIMIT),
    ...(expected === undefined ? {} : { expected: abridged(expected, TEXT_LIMIT) }),
    ...(actual === undefined ? {} : { actual: abridged(actual, TEXT_LIMIT) }),
  };
}

/** The execution of one case in a workspace that is ready. */
export class CaseExecution {
  private readonly failures: Failure[] = [];
  private readonly notes = new Set<string>();
  private readonly symptoms: Symptom[] = [];
  private readonly worked = new Set<string>();
  private readonly trace = new Trace();
  private readonly bindings: Map<string, unknown>;
  private readonly leftovers = new Set<string>();
  private notApplicable: string | undefined;
  private errored = false;
  private current = 0;
  /** The step that has begun but has not been judged yet. */
  private underWay: Step | undefined;
  /** The files outside the workspace before the first session was opened. */
  private outsideBefore: Snapshot | undefined;

  constructor(
    private readonly testCase: Case,
    private readonly contract: Contract,
    private readonly wallet: Wallet,
  ) {
    this.bindings = new Map(wallet.bindings);
  }

  /** Stops after the first failing step, because later steps depend on it. Changes outside the workspace do not stop it. */
  async runSteps(stage: Stage, tokens: Tokens, recording?: Recording): Promise<void> {
    let before = stage.workspace.snapshot();
    for (const [index, written] of this.testCase.steps.entries()) {
      this.current = index;
      const step = written.fill?.(this.bindings) ?? written;
      this.underWay = step;
      this.trace.begin(step, index);
      const performed = (await this.watched(callName(step), stage, () => perform(step, stage))) ?? ENDED;
      const after = stage.workspace.snapshot();
      const git = step.expect.git.length === 0 ? {} : { repository: await viewRepository(stage.workspace.folder) };
      const observation = { step, index, before, after, ...git, leftovers: this.leftovers, ...performed };
      this.trace.end(observation);
      recording?.observe(observation);
      this.judgeStep(observation, tokens);
      this.underWay = undefined;
      if (!this.failures.every(violatesOnlyItsRequirement)) return;
      before = after;
    }
  }

  /** @returns the session, or undefined if opening it has already failed the case */
  async open(stage: Stage): Promise<Session | undefined> {
    const { workspace } = stage;
    this.outsideBefore = workspace.guardedFolder.look(workspace.folder);
    const session = await this.watched("open", stage, () => stage.start());
    return this.failures.length === 0 ? session : undefined;
  }

  /** Closes the sessions, then checks for changes outside the workspace that happened between the steps. */
  async close(stage: Stage, closeAll: () => Promise<void>): Promise<void> {
    const before = this.outsideBefore;
    try {
      await this.watched("close", stage, closeAll);
    } finally {
      if (before !== undefined && this.notApplicable === undefined) this.compareOutside(before, stage);
    }
  }

  private compareOutside(before: Snapshot, { workspace }: Stage): void {
    const after = workspace.guardedFolder.look(workspace.folder);
    const reported = new Set(this.failures.map(({ file }) => file));
    const call = this.underWay === undefined ? "opening or closing a session" : callName(this.underWay);
    const changes = changesBetween(before, after).filter(({ file }) => !reported.has(file));
    const failures = treeFailures(changes, { call, step: this.current, before, after }, this.contract);
    this.failures.push(...failures.map(shortened));
  }

  /** Runs work while watching the special files of the case. @param call name of the work in messages */
  private watched<T>(call: string, stage: Stage, work: () => Promise<T>): Promise<T | undefined> {
    return watchSpecialFiles(stage, work, (what) => this.waited(call, what));
  }

  private waited(call: string, what: string): void {
    const { wait: requirement } = this.contract.oracles;
    const details = { step: this.current, ...(requirement === undefined ? {} : { requirement }) };
    this.failures.push(failure("NXC_CASE_WAITED", { call, what }, details));
  }

  private judgeStep(observation: Observation, tokens: Tokens): void {
    const findings = askOracles(observation, this.contract, tokens);
    const failures = [...judge(observation, tokens), ...findings.failures];
    this.failures.push(...failures.map(shortened));
    this.symptoms.push(...symptomsIn(observation, failures, findings.notes.length > 0, this.contract));
    for (const note of findings.notes) this.notes.add(note);
    const { captured, failures: missing } = capture(observation);
    this.failures.push(...missing);
    for (const [name, value] of captured) this.bindings.set(name, value);
    const changes = changesBetween(observation.before, observation.after);
    if (observation.interrupted) for (const { file } of changes) this.leftovers.add(file);
    for (const answered of observation.answered) {
      if (this.hasWorked(answered, changes.length > 0)) this.worked.add(callName(answered.call));
    }
  }

  /**
   * A tool that is meant to write has worked only if something changed. An event has worked if it was answered or something
   * changed.
   */
  private hasWorked({ call, answer }: AnsweredCall, hasChanged: boolean): boolean {
    if (answer.kind !== "value") return false;
    if (call.kind === "event") return hasChanged || answer.value !== null;
    const writes = this.contract.tools.get(call.tool)?.writes ?? [];
    return hasChanged || writes.length === 0;
  }

  /** Skips the case. @param reason what the implementation or the system lacks */
  doesNotApply(reason: string): void {
    this.notApplicable = reason;
  }

  /** Records an error that prevented judging the case. */
  fail(thrown: unknown): void {
    const error = NexusError.from(thrown);
    this.errored = true;
    this.failures.push({ code: error.code, message: error.message, step: this.current });
  }

  outcome(
    isTraced: boolean,
  ): Pick<
    CaseResult,
    "status" | "failures" | "notes" | "symptoms" | "worked" | "reason" | "notApplicable" | "trace" | "changes"
  > {
    const hasFailed = !this.errored && this.notApplicable === undefined && this.failures.length > 0;
    const shown = {
      failures: this.failures,
      notes: [...this.notes],
      symptoms: this.symptoms,
      ...this.trace.result(isTraced, hasFailed ? this.failures.at(-1)?.step : undefined),
    };
    const found = { ...this.wallet.hide(shown), worked: this.worked };
    if (this.errored) return { ...found, status: "errored" };
    if (this.notApplicable !== undefined) {
      return { ...found, status: "skipped", reason: this.notApplicable, notApplicable: true };
    }
    return { ...found, status: hasFailed ? "failed" : "passed" };
  }
}
