/** Runs one case in a workspace of its own and says what came of it. */

import { NexusError, reasonOf } from "../errors.js";
import type { Adapter, Session } from "./adapter.js";
import { answerOf, withinLimit } from "./call.js";
import type { Case, Step } from "./case.js";
import type { Contract } from "./contract.js";
import type { Answer } from "./envelope.js";
import type { Failure } from "./failure.js";
import { judge } from "./judge.js";
import { callName } from "./observation.js";
import type { Oracle } from "./oracles/oracle.js";
import { outputOracle } from "./oracles/output.js";
import { stateOracle } from "./oracles/state.js";
import { treeOracle } from "./oracles/tree.js";
import type { CaseResult } from "./result.js";
import { isHarnessId, type Tokens } from "./tokens.js";
import { Trace } from "./trace.js";
import { changesBetween, type Snapshot, Workspace } from "./workspace.js";

export interface CaseOptions {
  /** Milliseconds that each call may take. */
  readonly timeout: number;
  readonly keepWorkspaces: boolean;
  /** Records every step of every case, and not only what the failing step did to the files. */
  readonly trace?: boolean;
}

const ORACLES: readonly Oracle[] = [outputOracle, stateOracle, treeOracle];

/** Never throws for what the implementation or its adapter does: that is what the result tells. */
export async function runCase(
  testCase: Case,
  adapter: Adapter,
  contract: Contract,
  options: CaseOptions,
): Promise<CaseResult> {
  const started = performance.now();
  const tokens: Tokens = { STATE_ROOT: contract.stateRoot, HARNESS_ID: harnessIdOf(testCase, adapter) };
  const workspace = new Workspace(tokens);
  const abort = new AbortController();
  const execution = new CaseExecution(testCase, contract, options, tokens, workspace);
  try {
    workspace.give(testCase.given);
    const session = await openSession(adapter, workspace, tokens, options, abort.signal);
    try {
      await execution.runSteps(session);
    } finally {
      abort.abort();
      await execution.close(session);
    }
  } catch (thrown) {
    execution.fail(thrown);
  } finally {
    abort.abort();
    if (!options.keepWorkspaces) workspace.remove();
  }
  return {
    case: testCase,
    ...execution.outcome(),
    durationMs: performance.now() - started,
    ...(options.keepWorkspaces ? { workspace: workspace.folder } : {}),
  };
}

/** Fixtures of lifecycle events name the harness that they speak of; all others take the adapter's own id. */
function harnessIdOf(testCase: Case, adapter: Adapter): string {
  const named = testCase.steps.flatMap((step) => (step.kind === "event" ? [step.params["harness_id"]] : []));
  const [first] = named.filter(isHarnessId);
  return first ?? adapter.harnessId ?? "conformance";
}

async function openSession(
  adapter: Adapter,
  workspace: Workspace,
  tokens: Tokens,
  options: CaseOptions,
  signal: AbortSignal,
): Promise<Session> {
  let session: unknown;
  try {
    const context = { workspace: workspace.folder, harnessId: tokens.HARNESS_ID, signal };
    session = await withinLimit(() => adapter.open(context), "open", options.timeout);
  } catch (thrown) {
    if (thrown instanceof NexusError) throw thrown;
    throw NexusError.of("NXC_ADAPTER_OPEN", { reason: reasonOf(thrown) }, undefined, thrown);
  }
  if (typeof (session as Partial<Session> | null | undefined)?.call !== "function") {
    throw NexusError.of("NXC_ADAPTER_SHAPE", { reason: "open() returned nothing with a call function" });
  }
  return session as Session;
}

/** The steps of one case, and what they have shown so far. */
class CaseExecution {
  private readonly failures: Failure[] = [];
  private readonly notes = new Set<string>();
  private readonly worked = new Set<string>();
  private readonly trace = new Trace();
  private errored = false;
  private current = 0;

  constructor(
    private readonly testCase: Case,
    private readonly contract: Contract,
    private readonly options: CaseOptions,
    private readonly tokens: Tokens,
    private readonly workspace: Workspace,
  ) {}

  /** Stops after the first step that fails: what follows builds on it. */
  async runSteps(session: Session): Promise<void> {
    let before = this.workspace.snapshot();
    for (const [index, step] of this.testCase.steps.entries()) {
      this.current = index;
      this.trace.begin(step, index);
      const answer = await this.perform(step, session);
      const after = this.workspace.snapshot();
      const observation = { step, index, before, after, ...(answer === undefined ? {} : { answer }) };
      this.trace.end(observation);
      this.failures.push(...judge(observation, this.tokens));
      for (const oracle of ORACLES) {
        const findings = oracle(observation, this.contract, this.tokens);
        this.failures.push(...findings.failures);
        for (const note of findings.notes) this.notes.add(note);
      }
      if (this.failures.length > 0) return;
      if (step.kind === "action" && answer?.kind === "value" && this.hasEffect(step.tool, before, after)) {
        this.worked.add(step.tool);
      }
      before = after;
    }
  }

  /** A tool that writes has only worked when it has written. */
  private hasEffect(tool: string, before: Snapshot, after: Snapshot): boolean {
    const writes = this.contract.tools.get(tool)?.writes ?? [];
    return writes.length === 0 || changesBetween(before, after).length > 0;
  }

  private async perform(step: Step, session: Session): Promise<Answer | undefined> {
    const { timeout } = this.options;
    switch (step.kind) {
      case "action":
        return answerOf(
          () => session.call(step.tool, structuredClone(step.params)),
          callName(step),
          timeout,
          this.contract.envelope,
        );
      case "event":
        if (session.emit === undefined) {
          throw NexusError.of("NXC_ADAPTER_SHAPE", {
            reason: "surfaces names events, and open() returned no emit function",
          });
        }
        return answerOf(
          () => session.emit?.(step.event, structuredClone(step.params)),
          callName(step),
          timeout,
          this.contract.envelope,
        );
      case "write_files":
        this.workspace.give(step.files);
        return undefined;
      case "delete_files":
        this.workspace.give(step.files.map((file) => ({ file, text: null })));
        return undefined;
    }
  }

  async close(session: Session): Promise<void> {
    try {
      await withinLimit(() => session.close?.(), "close", this.options.timeout);
    } catch (thrown) {
      this.fail(
        thrown instanceof NexusError
          ? thrown
          : NexusError.of("NXC_ADAPTER_CLOSE", { reason: reasonOf(thrown) }, undefined, thrown),
      );
    }
  }

  /** Something other than a wrong answer: the case could not be judged to its end. */
  fail(thrown: unknown): void {
    const error = NexusError.from(thrown);
    this.errored = true;
    this.failures.push({ code: error.code, message: error.message, step: this.current });
  }

  outcome(): Pick<CaseResult, "status" | "failures" | "notes" | "worked" | "trace" | "changes"> {
    const status = this.errored ? "errored" : this.failures.length > 0 ? "failed" : "passed";
    const seen = this.trace.result(this.options.trace === true, status === "failed");
    return { status, failures: this.failures, notes: [...this.notes], worked: this.worked, ...seen };
  }
}
