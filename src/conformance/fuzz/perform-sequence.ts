/** Runs one sequence and compares the implementation with the model. */

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
import { type Judgements, judge } from "../judge/judge.js";
import { KnownParts } from "../judge/known-part.js";
import type { Tokens } from "../notation/file-path.js";
import { askOracles } from "../oracles/all.js";
import type { Failure } from "../oracles/failure.js";
import type { AnsweredCall, Observation } from "../stage/observation.js";
import type { Stage } from "../stage/stage.js";
import { type StageOptions, withStage } from "../stage/with-stage.js";
import { perform } from "../steps/perform.js";
import { changesBetween, type Snapshot } from "../workspace/snapshot.js";
import { type Branch, branchesOf, distinct } from "./branch.js";
import { asFixtureData } from "./captured-value.js";
import { expectationOf, stepOf } from "./expectation.js";
import { type LoadedModel, modelFailed } from "./guarded-model.js";
import type { Move } from "./move.js";

/** A difference between an implementation and its model. */
export interface Difference {
  /** The moves up to the one that shows the difference. */
  readonly moves: readonly Move[];
  /** The failures of the last move, compared with the nearest possible outcome. */
  readonly failures: readonly Failure[];
  /** The state of the model before the last move. */
  readonly before: unknown;
  /** The error, if the implementation or its adapter failed to answer. */
  readonly thrown?: NexusError;
  /** For each move that is a single call, whether it was accepted. */
  readonly accepted: readonly (boolean | undefined)[];
}

/** The result of a sequence. */
export interface Performance {
  /** Number of answers received, including refusals. */
  readonly answered: number;
  readonly refused: number;
  /** Whether the first session can be killed. */
  readonly canBeKilled: boolean;
  readonly difference?: Difference;
}

/** An implementation, its contract, and the model to compare with. */
export interface Trial {
  readonly adapter: Adapter;
  readonly contract: Contract;
  readonly model: LoadedModel;
  readonly options: StageOptions;
}

/**
 * Does not throw errors of the implementation.
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

/** An outcome, and the state of the model before it. */
interface Possible {
  readonly before: unknown;
  readonly branch: Branch;
}

/** A branch compared with the observation. */
interface Judged extends Possible {
  /** The observation, with the expectations of this branch in its step. */
  readonly seen: Observation;
  readonly failures: readonly Failure[];
  readonly captured: readonly (readonly [name: string, value: unknown])[];
}

class SequenceRun {
  private states: readonly unknown[];
  private readonly captured = new Map<string, unknown>();
  /** The files before the first move. */
  private given: Snapshot | undefined;
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
      const possible = this.states.flatMap((state) =>
        branchesOf(this.trial.model, state, move, String(index + 1)).map((branch) => ({ before: state, branch })),
      );
      const step = this.compiled(move);
      const performed = await perform(step, stage);
      const after = stage.workspace.snapshot();
      const seen = { step, index, before, after, leftovers: this.leftovers, ...performed };
      this.count(seen);
      const judged = possible.map((each) => this.judged(move, each, seen, tokens));
      // The oracles are expensive, so they check only branches that fit so far.
      const agreeing = judged.filter(fits).map((each) => this.askedOracles(each, tokens));
      const fitting = agreeing.filter(fits);
      if (fitting.length === 0) {
        const [first] = agreeing;
        const closest = first ?? this.askedOracles(nearest(judged, performed.answered), tokens);
        this.recordDifference(closest.failures, closest.before);
        return;
      }
      this.states = distinct(fitting.map(({ branch }) => branch.next));
      for (const { captured } of fitting) for (const [name, value] of captured) this.captured.set(name, value);
      if (performed.interrupted) for (const { file } of changesBetween(before, after)) this.leftovers.add(file);
      before = after;
    }
  }

  fail(thrown: unknown): void {
    const error = NexusError.from(thrown);
    if (error.code === "NXC_MODEL_FAILED") this.modelFailure ??= error;
    else if (this.difference === undefined) {
      this.recordDifference([{ code: error.code, message: error.message, step: this.current }], undefined, error);
    }
  }

  result(): Performance {
    const { answered, refused, canBeKilled, difference, modelFailure } = this;
    if (modelFailure !== undefined) throw modelFailure;
    return { answered, refused, canBeKilled, ...(difference === undefined ? {} : { difference }) };
  }

  private recordDifference(failures: readonly Failure[], before: unknown, thrown?: NexusError): void {
    this.difference = {
      moves: this.moves.slice(0, this.current + 1),
      failures: this.wallet.hide(failures),
      before,
      ...(thrown === undefined ? {} : { thrown }),
      accepted: this.accepted,
    };
  }

  private judged(move: Move, { before, branch }: Possible, seen: Observation, tokens: Tokens): Judged {
    const each = move.kind === "concurrent" ? this.eachAlone(move.calls, branch, seen) : [];
    const whole = { ...seen, step: this.compiled(move, [branch]) };
    this.given ??= seen.before;
    const known = new KnownParts(this.given, this.trial.contract, tokens);
    const captures = [...each, whole].map((one) => capture(one, [], known));
    return {
      before,
      branch,
      seen: whole,
      failures: [
        ...[...each, whole].flatMap((one) => failuresIn(judge(one, tokens, known))),
        ...captures.flatMap(({ failures }) => failures),
      ],
      captured: captures.flatMap(({ captured }) => captured),
    };
  }

  /** An observation for each concurrent call alone, to compare each answer with the prediction for its call. */
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

  /** Adds the failures that the oracles find. */
  private askedOracles(judged: Judged, tokens: Tokens): Judged {
    const { failures } = askOracles(judged.seen, this.trial.contract, tokens);
    return { ...judged, failures: [...judged.failures, ...failures] };
  }

  /** @throws NexusError NXC_MODEL_FAILED if the model returned something that a fixture step cannot express */
  private compiled(move: Move, branches: readonly Branch[] = []): Step {
    try {
      const names = new Set(this.captured.keys());
      const expectation = branches.length === 0 ? {} : expectationOf(branches, names);
      const data = asFixtureData(stepOf(move, expectation), names) as FixtureStep;
      return readStep({ data, pointer: "", source: this.source }, this.captured);
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

/** A refusal that the model does not predict is a difference, whatever the step asserts. */
function failuresIn({ failures, blocked, refused }: Judgements): readonly Failure[] {
  const isListed = refused === undefined || failures.some(({ code }) => code === refused.code);
  return [
    ...failures,
    ...blocked.map(({ by }) => by).filter((by) => !failures.includes(by)),
    ...(isListed ? [] : [refused]),
  ];
}

function fits({ failures }: Judged): boolean {
  return failures.length === 0;
}

/** The nearest branch: the one with most calls accepted or refused as observed, then with the fewest failures. */
function nearest(judged: readonly Judged[], answered: readonly AnsweredCall[]): Judged {
  const mismatches = ({ answers }: Branch) =>
    answers.filter(({ assert_error }, index) => {
      const kind = answered[index]?.answer.kind;
      return (assert_error === undefined) !== (kind === "value");
    }).length;
  const order = (a: Judged, b: Judged) =>
    mismatches(a.branch) - mismatches(b.branch) || a.failures.length - b.failures.length;
  return judged.reduce((best, other) => (order(other, best) < 0 ? other : best));
}
