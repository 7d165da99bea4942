/** The sequences of one search: all of them up to the first difference, and then those that could be shorter. */

import { NexusError } from "../../base/errors.js";
import { asksSomething, callsIn, commandsIn, type Move } from "./move.js";
import { type Difference, type Performance, performSequence, type Trial } from "./perform-sequence.js";

/** What was tried. */
export interface FuzzCounts {
  readonly sequences: number;
  readonly commands: number;
  /** Calls whose answer was heard, and how many of them were refused. */
  readonly calls: number;
  readonly refused: number;
  /** How many of the calls were made at the same time as others. */
  readonly atOnce: number;
  readonly edits: number;
  /** Restarts between calls, and in the middle of one; undefined where the implementation cannot be killed. */
  readonly restarts: number | undefined;
  readonly crashes: number | undefined;
}

/** A difference in the shortest sequence that was found to show it. */
export interface Found extends Difference {
  /** The length of the sequence that showed it first. */
  readonly foundIn: number;
}

/** Nobody waits longer for a sequence that is a little shorter. */
const SHRINK_LIMIT = { attempts: 2_000, milliseconds: 60_000 };

/** After so many tries that do not show a difference again, it depends on the moment, and shrinking it is in vain. */
const TRIES_AGAIN = 10;

const NOTHING: Move = { kind: "restart", signal: "SIGTERM" };

/** An adapter that has failed so often without a single answer does not work at all. */
const FAILURES_WITHOUT_ANSWER = 3;

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
  /** Why there is nothing to search for. */
  private stopped: NexusError | undefined;
  /** Failures before the first answer: of an adapter that does not work, or of one that has only begun badly. */
  private readonly unheard: Difference[] = [];
  private best: Difference | undefined;
  private foundIn = 0;
  private attempts = 0;
  private deadline = 0;
  private comesAgain = false;

  constructor(
    private readonly trial: Trial,
    private readonly runs: number,
    private readonly onProgress: ((commands: number) => void) | undefined,
  ) {}

  get isOver(): boolean {
    return this.stopped !== undefined || (this.best === undefined && this.counted.commands >= this.runs);
  }

  counts(canBeKilled: boolean): FuzzCounts {
    return canBeKilled ? this.counted : { ...this.counted, restarts: undefined, crashes: undefined };
  }

  /** Opens the implementation once, and looks whether it can be killed, whatever its adapter says of it. */
  async looksKillable(): Promise<boolean> {
    const { canBeKilled, difference } = await performSequence([], this.trial);
    if (difference !== undefined) this.unheard.push(difference);
    return canBeKilled;
  }

  /** Whether the sequence shows a difference, and one of the kind that is being shrunk. */
  async shows(moves: readonly Move[]): Promise<boolean> {
    if (this.best !== undefined) return this.shrinks(moves);
    try {
      return await this.searches(moves);
    } catch (thrown) {
      this.stopped = NexusError.from(thrown);
      return false;
    }
  }

  /**
   * What the search has come to: the shortest sequence that was found, after a last look whether each of its moves is
   * needed, and needed as it is.
   * @throws NexusError NXC_MODEL_FAILED, or that of an adapter that gave no answer at all
   */
  async found(): Promise<Found | undefined> {
    if (this.stopped !== undefined) throw this.stopped;
    const [failure] = this.unheard;
    if (this.best === undefined && failure !== undefined) {
      if (this.counted.calls === 0) throw failure.thrown;
      await this.begin(failure);
    }
    for (let at = (this.best?.moves.length ?? 0) - 2; at >= 0; at -= 1) await this.tries(at, []);
    for (let at = (this.best?.moves.length ?? 0) - 1; at >= 0; at -= 1) {
      for (const call of callsIn(this.best?.moves[at] ?? NOTHING)) await this.tries(at, [{ kind: "call", call }]);
    }
    return this.best === undefined ? undefined : { ...this.best, foundIn: this.foundIn };
  }

  /** Other moves in the place of one, unless that one is as simple already. */
  private async tries(at: number, instead: readonly Move[]): Promise<void> {
    const { moves } = this.best ?? { moves: [] };
    if (at >= moves.length || (instead.length > 0 && moves[at]?.kind === "call")) return;
    await this.shrinks([...moves.slice(0, at), ...instead, ...moves.slice(at + 1)]);
  }

  private async searches(moves: readonly Move[]): Promise<boolean> {
    const performance = await performSequence(this.withinLimit(moves), this.trial);
    this.count(moves, performance);
    this.onProgress?.(this.counted.commands);
    const { difference } = performance;
    if (difference === undefined) return false;
    if (difference.thrown !== undefined && this.counted.calls === 0) {
      this.unheard.push(difference);
      if (this.unheard.length >= FAILURES_WITHOUT_ANSWER) this.stopped = difference.thrown;
      return false;
    }
    await this.begin(difference);
    return true;
  }

  /** From here on, what is looked for is something shorter. */
  private async begin(difference: Difference): Promise<void> {
    this.best = difference;
    this.foundIn = difference.moves.length;
    for (let left = TRIES_AGAIN; left > 0 && !this.comesAgain; left -= 1) {
      this.comesAgain = this.isAlike(await this.differenceIn(difference.moves));
    }
    this.deadline = globalThis.performance.now() + SHRINK_LIMIT.milliseconds;
  }

  private async shrinks(moves: readonly Move[]): Promise<boolean> {
    if (!this.comesAgain) return false;
    this.attempts += 1;
    if (this.attempts > SHRINK_LIMIT.attempts || globalThis.performance.now() > this.deadline) return false;
    if (!this.asksEnough(moves)) return false;
    const difference = await this.differenceIn(moves);
    if (!this.isAlike(difference) || !this.asksEnough(difference.moves)) return false;
    this.best = difference;
    return true;
  }

  /** A call without an answer and a wrong answer are two findings. */
  private isAlike(difference: Difference | undefined): difference is Difference {
    return difference !== undefined && (difference.thrown === undefined) === (this.best?.thrown === undefined);
  }

  /** A difference has been found: a model that fails somewhere else takes nothing away from it. */
  private async differenceIn(moves: readonly Move[]): Promise<Difference | undefined> {
    try {
      return (await performSequence(moves, this.trial)).difference;
    } catch {
      return undefined;
    }
  }

  /** A sequence that asks nothing of the implementation makes no fixture. */
  private asksEnough(moves: readonly Move[]): boolean {
    return asksSomething(moves) || !asksSomething(this.best?.moves ?? []);
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
