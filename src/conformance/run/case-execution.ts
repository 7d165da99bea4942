/** Performs and judges the steps of one case, and collects the findings. */

import { definedOnly } from "../../base/defined-only.js";
import { NexusError } from "../../base/errors.js";
import type { Session } from "../adapters/adapter.js";
import type { Contract } from "../contract/contract.js";
import { FailureUnion } from "../crash/failure-union.js";
import { type CrashStep, findKillPoints, isCrash } from "../crash/kill-points.js";
import type { Wallet } from "../credentials/wallet.js";
import type { Case, Step } from "../fixture/case.js";
import { attribute, type Blocked } from "../judge/attribute.js";
import { type Broken, capture, followsFrom, withCaptured } from "../judge/capture.js";
import { hasWorked } from "../judge/has-worked.js";
import { judge } from "../judge/judge.js";
import { KnownParts } from "../judge/known-part.js";
import { ownersIn } from "../judge/owners.js";
import type { Recording } from "../judge/recording.js";
import type { CaseResult, Symptom } from "../judge/result.js";
import { symptomsIn } from "../judge/symptoms.js";
import type { Tokens } from "../notation/file-path.js";
import { askOracles } from "../oracles/all.js";
import { type Failure, failure, isOfOracle } from "../oracles/failure.js";
import { treeFailures } from "../oracles/tree.js";
import { callName, type Observation, type Performed } from "../stage/observation.js";
import { watchSpecialFiles } from "../stage/special-files.js";
import type { Stage } from "../stage/stage.js";
import { perform } from "../steps/perform.js";
import { changesBetween, type Snapshot } from "../workspace/snapshot.js";
import { viewRepository } from "../workspace/view-repository.js";
import { abridged, abridgedText } from "./abridged.js";
import { blockedRequirements, owned } from "./blocked-requirements.js";
import { TEXT_LIMIT, Trace } from "./trace.js";

/** Characters. A failure message must stay readable, whatever the implementation returns. */
const MESSAGE_LIMIT = 2_000;

/** After these findings, the files can no longer be relied on. A member too many changes nothing that is there. */
const STATE_ORACLES: ReadonlySet<string> = new Set(["NXC_ORACLE_STATE", "NXC_ORACLE_INVARIANT"]);

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
  private readonly blocked: Blocked[] = [];
  /** Why later steps show nothing, because they depend on what went wrong. */
  private stop: Failure | undefined;
  private readonly notes = new Set<string>();
  private readonly symptoms: Symptom[] = [];
  private readonly worked = new Set<string>();
  private trace = new Trace();
  private readonly bindings: Map<string, unknown>;
  /** Captured values that break the schema of their answers. */
  private readonly broken: Broken[] = [];
  /** The files before the first step. */
  private given: Snapshot | undefined;
  private readonly leftovers = new Set<string>();
  private notApplicable: string | undefined;
  private errored = false;
  /** The point at which the call of a step was killed, as the beginning of a sentence. */
  private killPoint: string | undefined;
  /** Why the kill points are a sample, if they are one. */
  sampled: string | undefined;
  /** Whether repeating the case with a delay finds other kill points. */
  isBlind = false;
  /** Whether all that the case asserts is that its calls are accepted. */
  private readonly assertsNothingElse: boolean;
  private current = 0;
  /** The step that has begun but has not been judged yet. */
  private underWay: Step | undefined;
  /** Judges the last step. That takes about as long as closing a session does, so it is done in the meantime. */
  private judgeLast: (() => void) | undefined;
  /** Whether the contract ignores a file. */
  private ignores: (file: string) => boolean = () => false;
  /** The files outside the workspace before the first session was opened. */
  private outsideBefore: Snapshot | undefined;

  constructor(
    private readonly testCase: Case,
    private readonly contract: Contract,
    private readonly wallet: Wallet,
    /** Milliseconds after which to kill a call whose file operations cannot be seen. Default: look at them. */
    private readonly delay?: number,
  ) {
    this.bindings = new Map(wallet.bindings);
    this.assertsNothingElse = testCase.steps.every((step) => ownersIn(step).size === 0);
  }

  /**
   * Stops after a step whose answer or files are not as asserted, because later steps depend on them.
   * @param first index of the first step to run
   */
  async runSteps(stage: Stage, tokens: Tokens, recording?: Recording, first = 0): Promise<void> {
    let before = stage.workspace.snapshot();
    for (const [offset, written] of this.testCase.steps.slice(first).entries()) {
      const index = first + offset;
      this.current = index;
      const { step, misfit } = withCaptured(written, this.bindings, index);
      if (misfit !== undefined) {
        this.stop = this.broken.at(-1)?.by ?? misfit;
        this.blockFrom(index, this.stop);
        return;
      }
      this.underWay = step;
      this.trace.begin(step, index);
      if (isCrash(step)) {
        await this.runKillPoints(step, index, before, stage, tokens, recording);
        return;
      }
      const performed = await this.watched(callName(step), stage, () => perform(step, stage));
      const after = stage.workspace.snapshot();
      const git =
        step.expect.git.length === 0
          ? {}
          : { repository: await viewRepository(stage.workspace.folder, this.testCase.repository) };
      const observation = { step, index, before, after, ...git, leftovers: this.leftovers, ...(performed ?? ENDED) };
      this.trace.end(observation);
      recording?.observe(observation);
      this.underWay = undefined;
      if (performed === undefined) this.stop = this.failures.at(-1);
      else if (this.killPoint === undefined && index === this.testCase.steps.length - 1) {
        this.judgeLast = () => this.judgeStep(observation, tokens);
      } else this.judgeStep(observation, tokens);
      if (this.stop !== undefined) {
        this.blockFrom(performed === undefined ? index : index + 1, this.stop);
        return;
      }
      before = after;
    }
  }

  private blockFrom(index: number, by: Failure): void {
    for (const step of this.testCase.steps.slice(index)) this.block(step, by);
  }

  /** Blocks all requirements that assertions of a step count for. */
  private block(step: Step, by: Failure): void {
    for (const requirement of ownersIn(step)) {
      this.blocked.push({ ...(requirement === undefined ? {} : { requirement }), by });
    }
  }

  /** Performs the rest of the case once for each point at which the call of a step could be killed. */
  private async runKillPoints(
    step: CrashStep,
    index: number,
    before: Snapshot,
    stage: Stage,
    tokens: Tokens,
    recording?: Recording,
  ): Promise<void> {
    const { points, sampled, isBlind = false, remove } = await findKillPoints(step, stage, this.delay);
    this.sampled = sampled;
    this.isBlind = isBlind;
    const bindings = [...this.bindings];
    const { trace } = this;
    const earlier = this.failures.splice(0);
    const union = new FailureUnion();
    let stop: Failure | undefined;
    try {
      for (const point of points) {
        this.killPoint = point.name;
        this.bindings.clear();
        for (const [name, value] of bindings) this.bindings.set(name, value);
        // Keeps the trace of the first point that fails.
        if (union.failures.length > 0) this.trace = new Trace();
        await this.watched(point.name, stage, point.enter);
        const after = stage.workspace.snapshot();
        for (const { file } of changesBetween(before, after)) this.leftovers.add(file);
        const observation = { step, index, before, after, leftovers: this.leftovers, answered: [], interrupted: false };
        this.trace.end(observation);
        const recorded = point === points.at(-1) ? recording : undefined;
        recorded?.observe(observation);
        this.judgeStep(observation, tokens);
        if (this.stop === undefined) await this.runSteps(stage, tokens, recorded, index + 1);
        else this.blockFrom(index + 1, this.stop);
        stop ??= this.stop;
        this.stop = undefined;
        union.add(point.name, this.failures.splice(0));
      }
      this.killPoint = undefined;
    } finally {
      remove();
      this.trace = trace;
      this.stop = stop;
      this.failures.push(...earlier, ...union.failures);
    }
  }

  /** @returns the session, or undefined if opening it has already failed the case */
  async open(stage: Stage): Promise<Session | undefined> {
    const { workspace } = stage;
    this.ignores = stage.ignores;
    this.outsideBefore = workspace.guardedFolder.lookBefore(workspace.folder);
    const session = await this.watched("open", stage, () => stage.start());
    const [first] = this.failures;
    if (first === undefined) return session;
    this.blockFrom(0, first);
    return undefined;
  }

  /** Closes the sessions, then checks for changes outside the workspace that happened between the steps. */
  async close(stage: Stage, closeAll: () => Promise<void>): Promise<void> {
    const before = this.outsideBefore;
    const closing = this.watched("close", stage, closeAll);
    try {
      // Only after this does the implementation get the request to close.
      await undefined;
      this.judgeLast?.();
    } finally {
      await closing.finally(() => {
        if (before !== undefined && this.notApplicable === undefined) this.compareOutside(before, stage);
      });
    }
  }

  private compareOutside(before: Snapshot, { workspace }: Stage): void {
    const after = workspace.guardedFolder.lookAfter(workspace.folder);
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
    const { step } = observation;
    const findings = askOracles(observation, this.contract, tokens);
    this.given ??= observation.before;
    const known = new KnownParts(this.given, this.contract, tokens);
    const { failures, refused, blocked } = judge(observation, tokens, known);
    const found = refused !== undefined && this.assertsNothingElse ? [refused] : failures;
    const asserted: Failure[] = [];
    for (const each of found) {
      const by = followsFrom(each, this.broken);
      if (by === undefined) asserted.push(each);
      else this.blocked.push({ ...definedOnly({ requirement: each.requirement }), by });
    }
    const { captured, failures: missing, broken } = capture(observation, findings.failures, known);
    this.broken.push(...broken);
    const owners = ownersIn(step);
    // A preparing call is not judged. A value that is missing from its answer only blocks the later steps.
    const lacking = refused === undefined && owners.has(undefined) ? missing : [];
    const attributed = attribute([...asserted, ...lacking], findings.failures);
    this.failures.push(...attributed.failures.map(shortened));
    this.blocked.push(...blocked, ...attributed.blocked);
    if (refused !== undefined) this.block(step, refused);
    const isDecisive = (found: Failure) => !isOfOracle(found) || (STATE_ORACLES.has(found.code) && !found.isExtra);
    this.stop = refused ?? attributed.failures.find(isDecisive) ?? missing[0];
    this.symptoms.push(
      ...symptomsIn(observation, [...asserted, ...findings.failures], findings.notes.length > 0, this.contract),
    );
    for (const note of findings.notes) this.notes.add(note);
    for (const [name, value] of captured) this.bindings.set(name, value);
    const changes = changesBetween(observation.before, observation.after);
    if (observation.interrupted) for (const { file } of changes) this.leftovers.add(file);
    for (const answered of observation.answered) {
      const seen = { hasChanged: changes.length > 0, isAsAsserted: asserted.length === 0 };
      if (hasWorked(answered, observation.step, seen, this.contract)) this.worked.add(callName(answered.call));
    }
  }

  /** Skips the case. @param reason what the implementation or the system lacks */
  doesNotApply(reason: string): void {
    this.notApplicable = reason;
  }

  /** Records an error that prevented judging the case. */
  fail(thrown: unknown): void {
    const error = NexusError.from(thrown);
    this.errored = true;
    const at = this.killPoint === undefined ? "" : `${this.killPoint}: `;
    this.failures.push({ code: error.code, message: at + error.message, step: this.current });
  }

  outcome(
    isTraced: boolean,
  ): Pick<
    CaseResult,
    | "status"
    | "failures"
    | "blocked"
    | "notes"
    | "symptoms"
    | "worked"
    | "reason"
    | "notApplicable"
    | "trace"
    | "changes"
  > {
    const isJudged = !this.errored && this.notApplicable === undefined;
    const { failures: violations, blocked: hidden, stop } = this;
    const failures = isJudged ? violations.map((each) => owned(each, this.testCase)) : violations;
    const open = isJudged ? blockedRequirements(this.testCase, { failures: violations, blocked: hidden, stop }) : [];
    const blocked = open.map((each) => ({ ...each, reason: abridgedText(each.reason, MESSAGE_LIMIT) }));
    const hasFailed = isJudged && (failures.length > 0 || this.stop !== undefined);
    const why = isJudged && failures.length === 0 ? (this.stop?.message ?? blocked[0]?.reason) : undefined;
    const shown = {
      ...(why === undefined ? {} : { reason: abridgedText(why, MESSAGE_LIMIT) }),
      failures,
      blocked,
      notes: [...this.notes],
      symptoms: this.symptoms,
      ...this.trace.result(
        isTraced,
        hasFailed ? (this.failures.at(-1) ?? this.stop)?.step : undefined,
        // What an implementation locks with or keeps for itself would hide what is wrong.
        (name) => !this.ignores(name) || this.failures.some(({ file }) => file === name),
      ),
    };
    const found = { ...this.wallet.hide(shown), worked: this.worked };
    if (this.errored) return { ...found, status: "errored" };
    if (this.notApplicable !== undefined) {
      return { ...found, status: "skipped", reason: this.notApplicable, notApplicable: true };
    }
    if (failures.length > 0) return { ...found, status: "failed" };
    return { ...found, status: why === undefined ? "passed" : "blocked" };
  }
}
