/** Runs one case in a workspace of its own. */

import { NexusError } from "../../base/errors.js";
import type { Adapter, Session } from "../adapters/adapter.js";
import type { Contract } from "../contract/contract.js";
import { Wallet } from "../credentials/wallet.js";
import { type Case, callsOf, type Step } from "../fixture/case.js";
import { capture } from "../judge/capture.js";
import { judge } from "../judge/judge.js";
import { Recording } from "../judge/recording.js";
import type { CaseResult, Symptom } from "../judge/result.js";
import { symptomsIn } from "../judge/symptoms.js";
import { isNamespace, type Tokens } from "../notation/file-path.js";
import { askOracles } from "../oracles/all.js";
import { type Failure, failure, violatesOnlyItsRequirement } from "../oracles/failure.js";
import { treeFailures } from "../oracles/tree.js";
import { type AnsweredCall, callName, type Observation, type Performed } from "../stage/observation.js";
import { watchSpecialFiles } from "../stage/special-files.js";
import type { Stage } from "../stage/stage.js";
import { type StageOptions, withStage } from "../stage/with-stage.js";
import { perform, unmetNeed } from "../steps/perform.js";
import { makeRepository, unmetRepository } from "../workspace/make-repository.js";
import { changesBetween, type Snapshot } from "../workspace/snapshot.js";
import { viewRepository } from "../workspace/view-repository.js";
import { abridged, abridgedText } from "./abridged.js";
import { TEXT_LIMIT, Trace } from "./trace.js";

export interface CaseOptions extends StageOptions {
  /** Records all steps, not only the file changes of a failing step. */
  readonly trace?: boolean;
  /** Records what the case asserts. */
  readonly coverage?: boolean;
}

/** Characters. A failure message must stay readable, whatever the implementation returns. */
const MESSAGE_LIMIT = 2_000;

/** Does not throw errors of the implementation or its adapter; they are part of the result. */
export async function runCase(
  testCase: Case,
  adapter: Adapter,
  contract: Contract,
  options: CaseOptions,
): Promise<CaseResult> {
  const started = performance.now();
  const wallet = new Wallet(contract.credentials);
  const execution = new CaseExecution(testCase, contract, wallet);
  let recording: Recording | undefined;
  const folder = await withStage(
    {
      namespace: namespaceIn(testCase, contract),
      wallet,
      ...(testCase.steps.some(({ kind }) => kind === "restart") ? { fresh: true } : {}),
      ...(Object.keys(testCase.environment).length === 0 ? {} : { environment: testCase.environment }),
      play: async (stage, tokens) => {
        const { given, repository } = testCase.fill?.(wallet.bindings) ?? testCase;
        const unmet = (await unmetRepository(stage.workspace.folder, repository)) ?? unmetSpecials(testCase);
        if (unmet !== undefined) {
          execution.doesNotApply(unmet);
          return;
        }
        for (const { file, text } of testCase.guarded) stage.workspace.guardedFolder.give(file, text);
        const inGit = (file: string) => file.startsWith(".git/") || file === ".git";
        stage.workspace.give(given.filter(({ file }) => !inGit(file)));
        if (typeof repository === "object") {
          await makeRepository(stage.workspace.folder, repository, tokens);
        }
        // Given files in .git replace those that git has written.
        stage.workspace.give(given.filter(({ file }) => inGit(file)));
        const session = await execution.open(stage);
        if (session === undefined) return;
        const reason = testCase.steps.map((step) => unmetNeed(step, session)).find((need) => need !== undefined);
        if (options.coverage === true) recording = new Recording(tokens);
        if (reason === undefined) await execution.runSteps(stage, tokens, recording);
        else execution.doesNotApply(reason);
      },
      close: (stage, closeAll) => execution.close(stage, closeAll),
      onFailure: (thrown) => execution.fail(thrown),
    },
    adapter,
    contract,
    options,
  );
  return {
    case: testCase,
    ...execution.outcome(options.trace === true),
    durationMs: performance.now() - started,
    ...(options.coverage === true ? { recorded: recording?.steps ?? [] } : {}),
    ...(options.keepWorkspaces ? { workspace: folder } : {}),
  };
}

/** The result of a step whose program was killed. */
const ENDED: Performed = { answered: [], interrupted: true };

/** The reason why the case cannot use its special files, if there is one. A device needs a watch on memory. */
function unmetSpecials({ given }: Case): string | undefined {
  const has = (kind: "pipe" | "device") => given.some((file) => kind in file);
  if (has("pipe") && process.platform === "win32") return "this system has no named pipes";
  const isWatched = process.platform === "linux";
  return has("device") && !isWatched ? "this system does not report the memory of programs" : undefined;
}

/** The namespace that the events of a case name in their parameters. */
function namespaceIn(testCase: Case, { namespace }: Contract): string | undefined {
  const param = namespace?.param;
  if (param === undefined) return undefined;
  const calls = testCase.steps.flatMap(callsOf);
  return calls.flatMap((call) => (call.kind === "event" ? [call.params[param]] : [])).find(isNamespace);
}

/** Shortens the values of a failure for the report. */
function shortened({ message, expected, actual, ...rest }: Failure): Failure {
  return {
    ...rest,
    message: abridgedText(message, MESSAGE_LIMIT),
    ...(expected === undefined ? {} : { expected: abridged(expected, TEXT_LIMIT) }),
    ...(actual === undefined ? {} : { actual: abridged(actual, TEXT_LIMIT) }),
  };
}

/** Performs the steps of one case, and collects the findings. */
class CaseExecution {
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
