/**
 * Random sequences of commands, performed by an implementation and predicted by the model of its contract. The first
 * difference ends the search and is shrunk to the shortest sequence that still shows one. Prints nothing and never exits.
 */

import type { NexusError } from "../../errors.js";
import type { FixtureCase } from "../../generated/fixture.js";
import type { RunPlan } from "../plan.js";
import { closeAdapter } from "../run.js";
import { Workspace } from "../workspace.js";
import { asFixture } from "./as-fixture.js";
import { loadFastCheck } from "./fast-check.js";
import { loadModel } from "./load-model.js";
import type { Generators, Model, ModelCall } from "./model.js";
import { callsIn, commandsIn, type Move, sequences } from "./move.js";
import { type Difference, type Performance, performSequence, type Trial } from "./perform-sequence.js";

export interface FuzzOptions {
  /** Commands in all. */
  readonly runs: number;
  /** Decides every sequence. */
  readonly seed: number;
  /** Called after each sequence with the commands so far. */
  readonly onProgress?: (commands: number) => void;
}

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

export interface FuzzResult {
  readonly counts: FuzzCounts;
  readonly finding?: FuzzFinding;
}

export interface FuzzFinding extends Difference {
  /** The length of the sequence that showed it first. */
  readonly foundIn: number;
  /** The sequence as an ordinary case, with all that the model predicts of it. */
  readonly fixture: FixtureCase;
}

/** Nobody waits longer for a sequence that is a little shorter. */
const SHRINK_LIMIT = { attempts: 2_000, milliseconds: 60_000 };

const NOTHING: Move = { kind: "restart", signal: "SIGTERM" };

/** An adapter that has failed so often without a single answer does not work at all. */
const FAILURES_WITHOUT_ANSWER = 3;

/**
 * @param plan names contract and adapter; its cases are not run
 * @throws NexusError NXC_FUZZ_MISSING, that of a model that is missing or malformed, or that of an adapter that gave no
 *   answer at all
 */
export async function fuzz(plan: RunPlan, { runs, seed, onProgress }: FuzzOptions): Promise<FuzzResult> {
  const { adapter, contract, timeout, workspaces } = plan;
  const model = await loadModel(contract);
  const fc = await loadFastCheck();
  const trial: Trial = { adapter, contract, model, options: { timeout, workspaces, keepWorkspaces: false } };
  const canBeKilled = adapter.surfaces?.includes("process") === true;
  const search = new Search(trial, runs, onProgress);
  const made = sequences(model, fc as unknown as Generators, { offers: offersOf(plan), canBeKilled });
  const property = fc.asyncProperty(made as ReturnType<typeof fc.array<Move>>, async (moves) => {
    if (search.isOver) throw new fc.PreconditionFailure(true);
    if (await search.shows(moves)) throw new Error("a difference");
  });
  try {
    await fc.check(property, { seed, numRuns: runs });
    const found = await search.shortest();
    if (search.dead !== undefined) throw search.dead;
    const counts = search.counts(canBeKilled);
    return found === undefined ? { counts } : { counts, finding: { ...found, fixture: fixtureOf(found, model, seed) } };
  } finally {
    await closeAdapter(plan);
    await Workspace.removed();
  }
}

function fixtureOf(
  { moves, accepted, foundIn }: Omit<FuzzFinding, "fixture">,
  model: Model,
  seed: number,
): FixtureCase {
  const description = `Found by random calls with the seed ${seed}, and shrunk from ${foundIn} steps`;
  return asFixture(model, moves, accepted, { test_id: `fuzz_${seed}`, description });
}

/** A call that the adapter cannot be asked is never made. */
function offersOf({ adapter, contract }: RunPlan): (call: ModelCall) => boolean {
  const { surfaces = ["tools"], withoutAgent = [] } = adapter;
  return (call) => {
    const [name, known, offered] =
      "tool" in call ? [call.tool, contract.tools, adapter.tools] : [call.event, contract.events, adapter.events];
    const surface = known.get(name)?.surface;
    if (surface === undefined || !surfaces.includes(surface) || offered?.includes(name) === false) return false;
    return call.as === undefined || !withoutAgent.includes(name);
  };
}

/** The sequences of one search: all of them up to the first difference, and then those that could be shorter. */
class Search {
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
  /** Why nothing could be asked of the implementation, where that is so. */
  dead: NexusError | undefined;
  private best: Difference | undefined;
  private foundIn = 0;
  private attempts = 0;
  private deadline = 0;

  constructor(
    private readonly trial: Trial,
    private readonly runs: number,
    private readonly onProgress: ((commands: number) => void) | undefined,
  ) {}

  get isOver(): boolean {
    return this.dead !== undefined || (this.best === undefined && this.counted.commands >= this.runs);
  }

  counts(canBeKilled: boolean): FuzzCounts {
    return canBeKilled ? this.counted : { ...this.counted, restarts: undefined, crashes: undefined };
  }

  /** Whether the sequence shows a difference, and one of the kind that is being shrunk. */
  async shows(moves: readonly Move[]): Promise<boolean> {
    return this.best === undefined ? this.searches(moves) : this.shrinks(moves);
  }

  /** The shortest sequence that was found, after a last look whether each of its moves is needed, and needed as it is. */
  async shortest(): Promise<(Difference & { readonly foundIn: number }) | undefined> {
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
      if (this.counted.sequences === FAILURES_WITHOUT_ANSWER || this.isOver) this.dead = difference.thrown;
      return false;
    }
    this.best = difference;
    this.foundIn = difference.moves.length;
    this.deadline = globalThis.performance.now() + SHRINK_LIMIT.milliseconds;
    return true;
  }

  private async shrinks(moves: readonly Move[]): Promise<boolean> {
    this.attempts += 1;
    if (this.attempts > SHRINK_LIMIT.attempts || globalThis.performance.now() > this.deadline) return false;
    const { difference } = await performSequence(moves, this.trial);
    if (difference === undefined || (difference.thrown === undefined) !== (this.best?.thrown === undefined))
      return false;
    this.best = difference;
    return true;
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
