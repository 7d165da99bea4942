/** A search: runs sequences up to the first difference, then tries shorter ones. */

import { NexusError } from "../../base/errors.js";
import { callsIn, commandsIn, type Move, makesCalls } from "./move.js";
import { type Difference, type Performance, performSequence, type Trial } from "./perform-sequence.js";

/** Statistics of a search. */
export interface FuzzCounts {
  readonly sequences: number;
  readonly commands: number;
  /** Calls with an answer, including refusals. */
  readonly calls: number;
  readonly refused: number;
  /** Concurrent calls. */
  readonly atOnce: number;
  readonly edits: number;
  /** Restarts between calls. Undefined if the implementation cannot be killed. */
  readonly restarts: number | undefined;
  /** Restarts during a call. Undefined if the implementation cannot be killed. */
  readonly crashes: number | undefined;
  /** Differences that were seen but not sought. */
  readonly unsought: number;
}

/** A difference, with the shortest sequence that was found to show it. */
export interface Found extends Difference {
  /** Length of the sequence that first showed it. */
  readonly foundIn: number;
}

/** Limits of shrinking. */
const SHRINK_LIMIT = { attempts: 2_000, milliseconds: 60_000 };

/** A difference that does not reappear in this number of attempts depends on timing and cannot be shrunk. */
const REPRODUCTION_ATTEMPTS = 10;

const NOTHING: Move = { kind: "restart", signal: "SIGTERM" };

/** After this number of failures without any answer, the adapter is considered broken. */
const FAILURES_WITHOUT_ANSWER = 3;

/** By default, a missing answer and a wrong answer are different kinds. */
function isAnswered({ thrown }: Difference): string {
  return thrown === undefined ? "answered" : "unanswered";
}

export class Search {
  private readonly counted = {
    sequences: 0,
    commands: 0,
    calls: 0,
    refused: 0,
    atOnce: 0,
    edits: 0,
    restarts: 0,
    crashes: 0,
  };
  /** The error that ended the search. */
  private stopped: NexusError | undefined;
  /** Failures before the first answer. The adapter may be broken, or may have failed only at the start. */
  private readonly failuresBeforeAnswer: Difference[] = [];
  private best: Difference | undefined;
  private foundIn = 0;
  private attempts = 0;
  private deadline = 0;
  private isReproducible = false;
  private unsought = 0;

  /** @param kindOf two differences of the same kind are the same; those without a kind are not sought */
  constructor(
    private readonly trial: Trial,
    private readonly runs: number,
    private readonly onProgress: ((commands: number) => void) | undefined,
    private readonly kindOf: (difference: Difference) => string | undefined = isAnswered,
  ) {}

  get isOver(): boolean {
    return this.stopped !== undefined || (this.best === undefined && this.counted.commands >= this.runs);
  }

  counts(canBeKilled: boolean): FuzzCounts {
    const { counted, unsought } = this;
    return { ...counted, unsought, ...(canBeKilled ? {} : { restarts: undefined, crashes: undefined }) };
  }

  /** Opens the implementation once to find out whether it can be killed, because its adapter may be wrong about it. */
  async probeKill(): Promise<boolean> {
    const { canBeKilled, difference } = await performSequence([], this.trial);
    if (difference !== undefined) this.failuresBeforeAnswer.push(difference);
    return canBeKilled;
  }

  /** Whether the sequence shows a difference. While shrinking, it must be of the same kind. */
  async findsDifference(moves: readonly Move[]): Promise<boolean> {
    if (this.best !== undefined) return this.tryShorter(moves);
    try {
      return await this.runNew(moves);
    } catch (thrown) {
      this.stopped = NexusError.from(thrown);
      return false;
    }
  }

  /**
   * The result of the search: the shortest sequence found, after a last attempt to remove or simplify each of its moves.
   * @throws NexusError NXC_MODEL_FAILED, or the error of an adapter that never answered
   */
  async found(): Promise<Found | undefined> {
    if (this.stopped !== undefined) throw this.stopped;
    const [failure] = this.failuresBeforeAnswer;
    if (this.best === undefined && failure !== undefined) {
      if (this.counted.calls === 0) throw failure.thrown;
      await this.begin(failure);
    }
    for (let at = (this.best?.moves.length ?? 0) - 2; at >= 0; at -= 1) await this.tryReplacing(at, []);
    for (let at = (this.best?.moves.length ?? 0) - 1; at >= 0; at -= 1) {
      for (const call of callsIn(this.best?.moves[at] ?? NOTHING))
        await this.tryReplacing(at, [{ kind: "call", call }]);
    }
    return this.best === undefined ? undefined : { ...this.best, foundIn: this.foundIn };
  }

  /** Tries to replace a move, unless it is already as simple as the replacement. */
  private async tryReplacing(at: number, instead: readonly Move[]): Promise<void> {
    const { moves } = this.best ?? { moves: [] };
    if (at >= moves.length || (instead.length > 0 && moves[at]?.kind === "call")) return;
    await this.tryShorter([...moves.slice(0, at), ...instead, ...moves.slice(at + 1)]);
  }

  private async runNew(moves: readonly Move[]): Promise<boolean> {
    const performance = await performSequence(this.withinLimit(moves), this.trial);
    this.count(moves, performance);
    this.onProgress?.(this.counted.commands);
    const { difference } = performance;
    if (difference === undefined) return false;
    if (difference.thrown !== undefined && this.counted.calls === 0) {
      this.failuresBeforeAnswer.push(difference);
      if (this.failuresBeforeAnswer.length >= FAILURES_WITHOUT_ANSWER) this.stopped = difference.thrown;
      return false;
    }
    const plain = await this.inTurn(difference);
    if (this.kindOf(plain) === undefined) {
      this.unsought += 1;
      return false;
    }
    await this.begin(plain);
    return true;
  }

  /** What concurrent or interrupted calls show says nothing of concurrency or crashes if plain calls show a difference, too. */
  private async inTurn(difference: Difference): Promise<Difference> {
    const isPlain = difference.moves.every(({ kind }) => kind === "call" || kind === "edit");
    if (isPlain) return difference;
    const moves = difference.moves.flatMap((move): readonly Move[] =>
      move.kind === "edit" ? [move] : callsIn(move).map((call) => ({ kind: "call", call })),
    );
    return (await this.differenceIn(moves)) ?? difference;
  }

  /** Starts shrinking a difference, if it can be reproduced. */
  private async begin(difference: Difference): Promise<void> {
    this.best = difference;
    this.foundIn = difference.moves.length;
    for (let left = REPRODUCTION_ATTEMPTS; left > 0 && !this.isReproducible; left -= 1) {
      this.isReproducible = this.isSameKind(await this.differenceIn(difference.moves));
    }
    this.deadline = globalThis.performance.now() + SHRINK_LIMIT.milliseconds;
  }

  private async tryShorter(moves: readonly Move[]): Promise<boolean> {
    if (!this.isReproducible) return false;
    this.attempts += 1;
    if (this.attempts > SHRINK_LIMIT.attempts || globalThis.performance.now() > this.deadline) return false;
    if (!this.hasEnoughCalls(moves)) return false;
    const difference = await this.differenceIn(moves);
    if (!this.isSameKind(difference) || !this.hasEnoughCalls(difference.moves)) return false;
    this.best = difference;
    return true;
  }

  private isSameKind(difference: Difference | undefined): difference is Difference {
    return difference !== undefined && this.best !== undefined && this.kindOf(difference) === this.kindOf(this.best);
  }

  /** Ignores failures of the model, because a difference has already been found. */
  private async differenceIn(moves: readonly Move[]): Promise<Difference | undefined> {
    try {
      return (await performSequence(moves, this.trial)).difference;
    } catch {
      return undefined;
    }
  }

  /** Rejects sequences without calls, because they cannot be a fixture, unless the best sequence has none either. */
  private hasEnoughCalls(moves: readonly Move[]): boolean {
    return makesCalls(moves) || !makesCalls(this.best?.moves ?? []);
  }

  private withinLimit(moves: readonly Move[]): readonly Move[] {
    let left = this.runs - this.counted.commands;
    return moves.filter((move, index) => {
      const isIn = index === 0 || commandsIn(move) <= left;
      left = isIn ? left - commandsIn(move) : 0;
      return isIn;
    });
  }

  private count(moves: readonly Move[], { answered, refused, difference }: Performance): void {
    const done = difference?.moves ?? this.withinLimit(moves);
    const { counted } = this;
    counted.sequences += 1;
    counted.calls += answered;
    counted.refused += refused;
    for (const move of done) {
      counted.commands += commandsIn(move);
      if (move.kind === "concurrent") counted.atOnce += callsIn(move).length;
      if (move.kind === "edit") counted.edits += 1;
      if (move.kind === "restart") counted[move.during === undefined ? "restarts" : "crashes"] += 1;
    }
  }
}
