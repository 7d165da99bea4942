/** Runs one case in a workspace of its own and says what came of it. */

import { NexusError } from "../errors.js";
import { compileGlob } from "../glob.js";
import type { Adapter, OpenContext } from "./adapter.js";
import { capture } from "./capture.js";
import { type Case, callsOf } from "./case.js";
import type { Contract } from "./contract.js";
import { Recording } from "./coverage/recording.js";
import type { Failure } from "./failure.js";
import { judge } from "./judge.js";
import { type AnsweredCall, callName, type Observation } from "./observation.js";
import { invariantsOracle } from "./oracles/invariants.js";
import type { Oracle } from "./oracles/oracle.js";
import { outputOracle } from "./oracles/output.js";
import { stateOracle } from "./oracles/state.js";
import { treeOracle } from "./oracles/tree.js";
import { hasGit, makeRepository, viewRepository } from "./repository.js";
import type { CaseResult } from "./result.js";
import { Stage } from "./stage.js";
import { perform, unmetNeed } from "./steps/perform.js";
import { fillTokens, isHarnessId, type Tokens } from "./tokens.js";
import { Trace } from "./trace.js";
import { changesBetween, Workspace } from "./workspace.js";

export interface CaseOptions {
  /** Milliseconds that each call may take. */
  readonly timeout: number;
  readonly keepWorkspaces: boolean;
  /** The folder in which the folders of cases are made. */
  readonly workspaces: string;
  /** Records every step of every case, and not only what the failing step did to the files. */
  readonly trace?: boolean;
  /** Keeps what every case asserted. */
  readonly coverage?: boolean;
}

const ORACLES: readonly Oracle[] = [outputOracle, stateOracle, invariantsOracle, treeOracle];

/** Never throws for what the implementation or its adapter does: that is what the result tells. */
export async function runCase(
  testCase: Case,
  adapter: Adapter,
  contract: Contract,
  options: CaseOptions,
): Promise<CaseResult> {
  const started = performance.now();
  const tokens: Tokens = { STATE_ROOT: contract.stateRoot, HARNESS_ID: harnessIdOf(testCase, adapter) };
  const workspace = new Workspace(tokens, options.workspaces, options.keepWorkspaces);
  const abort = new AbortController();
  const context: OpenContext = {
    workspace: workspace.folder,
    harnessId: tokens.HARNESS_ID,
    signal: abort.signal,
    ...(testCase.steps.some(({ kind }) => kind === "restart") ? { fresh: true } : {}),
    ...(Object.keys(testCase.environment).length === 0 ? {} : { environment: testCase.environment }),
  };
  const ignored = contract.ignore.map((glob) => compileGlob(fillTokens(glob, tokens)));
  const ignores = (file: string) => ignored.some((matches) => matches(file));
  const stage = new Stage(workspace, contract.envelope, options.timeout, adapter, context, ignores);
  const recording = options.coverage === true ? new Recording(tokens) : undefined;
  const execution = new CaseExecution(testCase, contract, tokens, stage, recording);
  try {
    if (testCase.repository !== undefined && !(await hasGit())) {
      execution.doesNotApply("git is not installed");
    } else {
      workspace.give(testCase.given);
      if (typeof testCase.repository === "object") {
        await makeRepository(workspace.folder, testCase.repository, tokens);
      }
      const session = await stage.start();
      const reason = testCase.steps.map((step) => unmetNeed(step, session)).find((need) => need !== undefined);
      if (reason === undefined) await execution.runSteps();
      else execution.doesNotApply(reason);
    }
  } catch (thrown) {
    execution.fail(thrown);
  }
  abort.abort();
  try {
    await stage.closeAll();
  } catch (thrown) {
    execution.fail(thrown);
  }
  if (!options.keepWorkspaces) workspace.remove();
  return {
    case: testCase,
    ...execution.outcome(options.trace === true),
    durationMs: performance.now() - started,
    ...(recording === undefined ? {} : { recorded: recording.steps }),
    ...(options.keepWorkspaces ? { workspace: workspace.folder } : {}),
  };
}

/** Fixtures of lifecycle events name the harness that they speak of; all others take the adapter's own id. */
function harnessIdOf(testCase: Case, adapter: Adapter): string {
  const calls = testCase.steps.flatMap(callsOf);
  const named = calls.flatMap((call) => (call.kind === "event" ? [call.params["harness_id"]] : []));
  const [first] = named.filter(isHarnessId);
  return first ?? adapter.harnessId ?? "conformance";
}

/** The steps of one case, and what they have shown so far. */
class CaseExecution {
  private readonly failures: Failure[] = [];
  private readonly notes = new Set<string>();
  private readonly worked = new Set<string>();
  private readonly trace = new Trace();
  private readonly kept = new Map<string, unknown>();
  private readonly leftovers = new Set<string>();
  private notApplicable: string | undefined;
  private errored = false;
  private current = 0;

  constructor(
    private readonly testCase: Case,
    private readonly contract: Contract,
    private readonly tokens: Tokens,
    private readonly stage: Stage,
    private readonly recording: Recording | undefined,
  ) {}

  /** Stops after the first step that fails: what follows builds on it. */
  async runSteps(): Promise<void> {
    let before = this.stage.workspace.snapshot();
    for (const [index, written] of this.testCase.steps.entries()) {
      this.current = index;
      const step = written.fill?.(this.kept) ?? written;
      this.trace.begin(step, index);
      const performed = await perform(step, this.stage);
      const after = this.stage.workspace.snapshot();
      const seen =
        step.expect.git.length === 0 ? {} : { repository: await viewRepository(this.stage.workspace.folder) };
      const observation = { step, index, before, after, ...seen, leftovers: this.leftovers, ...performed };
      this.trace.end(observation);
      this.recording?.observe(observation);
      this.look(observation);
      if (this.failures.length > 0) return;
      before = after;
    }
  }

  private look(observation: Observation): void {
    this.failures.push(...judge(observation, this.tokens));
    for (const oracle of ORACLES) {
      const findings = oracle(observation, this.contract, this.tokens);
      this.failures.push(...findings.failures);
      for (const note of findings.notes) this.notes.add(note);
    }
    const { captured, failures } = capture(observation);
    this.failures.push(...failures);
    for (const [name, value] of captured) this.kept.set(name, value);
    const changes = changesBetween(observation.before, observation.after);
    if (observation.interrupted) for (const { file } of changes) this.leftovers.add(file);
    for (const answered of observation.answered) {
      if (this.hasWorked(answered, changes.length > 0)) this.worked.add(callName(answered.call));
    }
  }

  /**
   * A tool that writes has only worked when it has written. An event may be answered by nothing, and one that is taken
   * may change nothing, but not both wherever it is sent.
   */
  private hasWorked({ call, answer }: AnsweredCall, hasChanged: boolean): boolean {
    if (answer.kind !== "value") return false;
    if (call.kind === "event") return hasChanged || answer.value !== null;
    const writes = this.contract.tools.get(call.tool)?.writes ?? [];
    return hasChanged || writes.length === 0;
  }

  /** What the case needs is nothing that this implementation offers. */
  doesNotApply(reason: string): void {
    this.notApplicable = reason;
  }

  /** Something other than a wrong answer: the case could not be judged to its end. */
  fail(thrown: unknown): void {
    const error = NexusError.from(thrown);
    this.errored = true;
    this.failures.push({ code: error.code, message: error.message, step: this.current });
  }

  outcome(
    isTraced: boolean,
  ): Pick<CaseResult, "status" | "failures" | "notes" | "worked" | "reason" | "notApplicable" | "trace" | "changes"> {
    const hasFailed = !this.errored && this.notApplicable === undefined && this.failures.length > 0;
    const seen = this.trace.result(isTraced, hasFailed);
    const found = { failures: this.failures, notes: [...this.notes], worked: this.worked, ...seen };
    if (this.errored) return { ...found, status: "errored" };
    if (this.notApplicable !== undefined) {
      return { ...found, status: "skipped", reason: this.notApplicable, notApplicable: true };
    }
    return { ...found, status: hasFailed ? "failed" : "passed" };
  }
}
