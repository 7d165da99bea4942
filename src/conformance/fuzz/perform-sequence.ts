/** Runs one sequence beside its model, and says where the two part. */

import { NexusError } from "../../base/errors.js";
import { reasonOf } from "../../base/reason-of.js";
import type { FixtureStep } from "../../generated/fixture.js";
import type { Adapter, Session } from "../adapters/adapter.js";
import type { Contract } from "../contract/contract.js";
import { Wallet } from "../credentials/wallet.js";
import type { Step } from "../fixture/case.js";
import { readStep } from "../fixture/read-step.js";
import { Source } from "../fixture/source.js";
import { capture } from "../judge/capture.js";
import { judge } from "../judge/judge.js";
import type { Tokens } from "../notation/file-path.js";
import { askOracles } from "../oracles/all.js";
import type { Failure } from "../oracles/failure.js";
import type { AnsweredCall, Observation } from "../stage/observation.js";
import type { Stage } from "../stage/stage.js";
import { type StageOptions, withStage } from "../stage/with-stage.js";
import { perform } from "../steps/perform.js";
import { changesBetween } from "../workspace/snapshot.js";
import { type Branch, branchesOf, distinct } from "./branch.js";
import { asFixtureData } from "./captured-value.js";
import { expectationOf, stepOf } from "./expectation.js";
import { type LoadedModel, modelFailed } from "./guarded-model.js";
import type { Move } from "./move.js";

/** Where an implementation and its model part. */
export interface Difference {
  /** The moves up to the one after which they part. */
  readonly moves: readonly Move[];
  /** What is wrong after the last of them, against what would have come nearest. */
  readonly failures: readonly Failure[];
  /** What was thrown where the implementation or its adapter failed in a way that is no answer. */
  readonly thrown?: NexusError;
  /** For each move that is a single call, whether it was accepted. */
  readonly accepted: readonly (boolean | undefined)[];
}

/** What a sequence came to. */
export interface Performance {
  /** What was answered to calls that were heard. */
  readonly answered: number;
  readonly refused: number;
  /** False where the session that was opened first offers no way to kill it. */
  readonly canBeKilled: boolean;
  readonly difference?: Difference;
}

/** An implementation, the contract that it is held to, and the model beside it. */
export interface Trial {
  readonly adapter: Adapter;
  readonly contract: Contract;
  readonly model: LoadedModel;
  readonly options: StageOptions;
}

/**
 * Never throws for what the implementation does.
 * @throws NexusError NXC_MODEL_FAILED
 */
export async function performSequence(moves: readonly Move[], trial: Trial): Promise<Performance> {
  const { adapter, contract, options } = trial;
  const wallet = new Wallet(contract.credentials);
  const run = new SequenceRun(moves, trial, wallet);
  await withStage(
    {
      wallet,
      ...(moves.some(({ kind }) => kind === "restart") ? { fresh: true } : {}),
      play: async (stage, tokens) => {
        run.opened(await stage.start());
        await run.play(stage, tokens);
      },
      onFailure: (thrown) => run.fail(thrown),
    },
    adapter,
    contract,
    options,
  );
  return run.result();
}

/** A branch beside what was seen. */
interface Judged {
  readonly branch: Branch;
  /** With the step as it is where this branch was taken. */
  readonly seen: Observation;
  readonly failures: readonly Failure[];
  readonly captured: readonly (readonly [name: string, value: unknown])[];
}

class SequenceRun {
  private states: readonly unknown[];
  private readonly kept = new Map<string, unknown>();
  private readonly leftovers = new Set<string>();
  private readonly accepted: (boolean | undefined)[] = [];
  private readonly source: Source;
  private answered = 0;
  private refused = 0;
  private current = 0;
  private canBeKilled = true;
  private difference: Difference | undefined;
  private modelFailure: NexusError | undefined;

  constructor(
    private readonly moves: readonly Move[],
    private readonly trial: Trial,
    private readonly wallet: Wallet,
  ) {
    this.states = [trial.model.initial];
    const document = { file: "a random sequence", value: undefined, at: () => ({ line: 1, column: 1 }) };
    this.source = new Source(document, trial.contract);
  }

  opened(session: Session): void {
    this.canBeKilled = session.kill !== undefined;
  }

  async play(stage: Stage, tokens: Tokens): Promise<void> {
    let before = stage.workspace.snapshot();
    for (const [index, move] of this.moves.entries()) {
      this.current = index;
      const branches = this.states.flatMap((state) => branchesOf(this.trial.model, state, move, String(index + 1)));
      const step = this.compiled(move);
      const performed = await perform(step, stage);
      const after = stage.workspace.snapshot();
      const seen = { step, index, before, after, leftovers: this.leftovers, ...performed };
      this.count(seen);
      const judged = branches.map((branch) => this.judged(move, branch, seen, tokens));
      // Of several branches most do not fit anyway, and oracles look at everything.
      const agreeing = judged.filter(fits).map((each) => this.askedOracles(each, tokens));
      const fitting = agreeing.filter(fits);
      if (fitting.length === 0) {
        const [first] = agreeing;
        const closest = first ?? this.askedOracles(nearest(judged, performed.answered), tokens);
        this.part(closest.failures);
        return;
      }
      this.states = distinct(fitting.map(({ branch }) => branch.next));
      for (const { captured } of fitting) for (const [name, value] of captured) this.kept.set(name, value);
      if (performed.interrupted) for (const { file } of changesBetween(before, after)) this.leftovers.add(file);
      before = after;
    }
  }

  fail(thrown: unknown): void {
    const error = NexusError.from(thrown);
    if (error.code === "NXC_MODEL_FAILED") this.modelFailure ??= error;
    else if (this.difference === undefined) {
      this.part([{ code: error.code, message: error.message, step: this.current }], error);
    }
  }

  result(): Performance {
    const { answered, refused, canBeKilled, difference, modelFailure } = this;
    if (modelFailure !== undefined) throw modelFailure;
    return { answered, refused, canBeKilled, ...(difference === undefined ? {} : { difference }) };
  }

  private part(failures: readonly Failure[], thrown?: NexusError): void {
    this.difference = {
      moves: this.moves.slice(0, this.current + 1),
      failures: this.wallet.hide(failures),
      ...(thrown === undefined ? {} : { thrown }),
      accepted: this.accepted,
    };
  }

  private judged(move: Move, branch: Branch, seen: Observation, tokens: Tokens): Judged {
    const each = move.kind === "concurrent" ? this.eachAlone(move.calls, branch, seen) : [];
    const whole = { ...seen, step: this.compiled(move, [branch]) };
    const kept = [...each, whole].map(capture);
    return {
      branch,
      seen: whole,
      failures: [...[...each, whole].flatMap((one) => judge(one, tokens)), ...kept.flatMap(({ failures }) => failures)],
      captured: kept.flatMap(({ captured }) => captured),
    };
  }

  /** Each of several answers, to be held against what its own call must be answered. */
  private eachAlone(
    calls: Extract<Move, { kind: "concurrent" }>["calls"],
    { answers }: Branch,
    seen: Observation,
  ): readonly Observation[] {
    return calls.flatMap((call, index) => {
      const prediction = answers[index];
      const answer = seen.answered[index];
      if (prediction === undefined || answer === undefined) return [];
      const alone = { next: undefined, answers: [prediction], files: {} };
      return [{ ...seen, step: this.compiled({ kind: "call", call }, [alone]), answered: [answer] }];
    });
  }

  /** With what the oracles say besides. */
  private askedOracles(judged: Judged, tokens: Tokens): Judged {
    const { failures } = askOracles(judged.seen, this.trial.contract, tokens);
    return { ...judged, failures: [...judged.failures, ...failures] };
  }

  /** @throws NexusError NXC_MODEL_FAILED for what no step of a fixture could say */
  private compiled(move: Move, branches: readonly Branch[] = []): Step {
    try {
      const names = new Set(this.kept.keys());
      const expectation = branches.length === 0 ? {} : expectationOf(branches, names);
      const data = asFixtureData(stepOf(move, expectation), names) as FixtureStep;
      return readStep({ data, pointer: "", source: this.source }, this.kept);
    } catch (thrown) {
      throw this.unreadable(move, branches, thrown);
    }
  }

  private unreadable(move: Move, branches: readonly Branch[], thrown: unknown): NexusError {
    const [, place = ""] = /#(.*)$/su.exec((thrown as Partial<NexusError>).where ?? "") ?? [];
    const made = move.kind === "edit" ? "edits()" : "calls()";
    const expected = place.startsWith("/assert_state") ? "files()" : "predict()";
    const reason = `${place === "" ? "" : `${place}: `}${reasonOf(thrown)}`;
    return modelFailed(
      this.trial.model.file,
      branches.length === 0 ? made : expected,
      new Error(reason, { cause: thrown }),
    );
  }

  private count({ step, index, answered }: Observation): void {
    const refused = answered.filter(({ answer }) => answer.kind === "error").length;
    this.answered += answered.length;
    this.refused += refused;
    this.accepted[index] = step.kind === "action" || step.kind === "event" ? refused === 0 : undefined;
  }
}

function fits({ failures }: Judged): boolean {
  return failures.length === 0;
}

/** The branch that comes nearest: one that is as willing, and then one with the least wrong. */
function nearest(judged: readonly Judged[], answered: readonly AnsweredCall[]): Judged {
  const unlike = ({ answers }: Branch) =>
    answers.filter(({ assert_error }, index) => {
      const kind = answered[index]?.answer.kind;
      return (assert_error === undefined) !== (kind === "value");
    }).length;
  const order = (a: Judged, b: Judged) => unlike(a.branch) - unlike(b.branch) || a.failures.length - b.failures.length;
  return judged.reduce((best, other) => (order(other, best) < 0 ? other : best));
}
