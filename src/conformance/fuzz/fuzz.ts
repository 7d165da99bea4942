/**
 * Random sequences of commands, performed by an implementation and predicted by the model of its contract. The first
 * difference ends the search and is shrunk to the shortest sequence that still shows one. Prints nothing and never exits.
 */

import { NexusError } from "../../base/errors.js";
import type { FixtureCase } from "../../generated/fixture.js";
import type { Contract } from "../contract/contract.js";
import type { Case } from "../fixture/case.js";
import { readFixture } from "../fixture/fixture.js";
import { closeAdapter } from "../run/judge-cases.js";
import type { RunPlan } from "../run/plan.js";
import { asFixture } from "./as-fixture.js";
import { failsAlone } from "./fails-alone.js";
import { modelFailed } from "./guarded-model.js";
import { loadModel } from "./load-model.js";
import type { Generators, ModelCall } from "./model.js";
import { asksSomething, type Move, sequences } from "./move.js";
import type { Trial } from "./perform-sequence.js";
import { type Found, type FuzzCounts, Search } from "./search.js";

export type { Found, FuzzCounts } from "./search.js";

export interface FuzzOptions {
  /** Commands in all. */
  readonly runs: number;
  /** Decides every sequence. */
  readonly seed: number;
  /** Called after each sequence with the commands so far. */
  readonly onProgress?: (commands: number) => void;
  /** Called with the shrunk difference before a fixture is made of it and tried, which may take long. */
  readonly onDifference?: (found: Found, counts: FuzzCounts) => void;
}

export interface FuzzResult {
  readonly counts: FuzzCounts;
  readonly finding?: FuzzFinding;
}

export interface FuzzFinding extends Found {
  /** The sequence as an ordinary case, with all that the model predicts of it. */
  readonly fixture?: FixtureCase;
  /** Why no case can be made of it, where that is so. */
  readonly withoutFixture?: string;
  /** Whether the implementation fails the fixture in the same way when that is judged alone. */
  readonly failsAlone: boolean;
}

/**
 * @param plan names contract and adapter; its cases are not run
 * @throws NexusError that of a model that is missing, malformed or fails, or that of an adapter that gave no answer at
 *   all
 */
export async function fuzz(plan: RunPlan, options: FuzzOptions): Promise<FuzzResult> {
  try {
    return await searched(plan, options);
  } finally {
    await closeAdapter(plan);
  }
}

async function searched(plan: RunPlan, { runs, seed, onProgress, onDifference }: FuzzOptions): Promise<FuzzResult> {
  const { adapter, contract, timeout, guardedFolders, ownHome } = plan;
  const model = await loadModel(contract);
  // Only a search needs it, and who imports this package for a run would wait for it.
  const fc = await import("fast-check");
  const trial: Trial = {
    adapter,
    contract,
    model,
    options: { timeout, guardedFolders, ownHome, keepWorkspaces: false },
  };
  const search = new Search(trial, runs, onProgress);
  const canBeKilled = adapter.surfaces?.includes("process") === true && (await search.looksKillable());
  try {
    const made = sequences(model, fc as unknown as Generators, { offers: offersOf(plan), canBeKilled });
    const property = fc.asyncProperty(made as ReturnType<typeof fc.array<Move>>, async (moves) => {
      if (search.isOver) throw new fc.PreconditionFailure(true);
      if (await search.shows(moves)) throw new Error("a difference");
    });
    await fc.check(property, { seed, numRuns: runs });
  } catch (thrown) {
    // The property keeps what it throws: this comes of a generator, which is asked for one value after the other.
    throw modelFailed(model.file, "calls() or edits()", thrown);
  }
  const found = await search.found();
  const counts = search.counts(canBeKilled);
  if (found === undefined) return { counts };
  onDifference?.(found, counts);
  return { counts, finding: { ...found, ...(await asCase(found, trial, plan, seed)) } };
}

/** The case that a difference makes, and whether it shows it: tried while the adapter is still there. */
async function asCase(
  { moves, accepted, foundIn, thrown }: Found,
  { model }: Trial,
  plan: RunPlan,
  seed: number,
): Promise<Pick<FuzzFinding, "fixture" | "withoutFixture" | "failsAlone">> {
  if (!asksSomething(moves)) {
    return { withoutFixture: "the sequence asks nothing of the implementation", failsAlone: false };
  }
  const description = `Found by random calls with the seed ${seed}, and shrunk from ${foundIn} steps`;
  try {
    const hasCredentials = plan.contract.credentials !== undefined;
    const fixture = asFixture(model, moves, accepted, { test_id: `fuzz_${seed}`, description }, hasCredentials);
    const testCase = readMade(fixture, plan.contract);
    return { fixture, failsAlone: await failsAlone(testCase, thrown === undefined ? "failed" : "errored", plan) };
  } catch (refused) {
    if (!(refused instanceof NexusError)) throw refused;
    return { withoutFixture: refused.message, failsAlone: false };
  }
}

/** @throws NexusError for a sequence of which the model says nothing, or nothing that can be written down */
function readMade(fixture: FixtureCase, contract: Contract): Case {
  const file = { path: "", shown: "the difference", name: `${contract.id}/fuzz`, foreign: true };
  const [testCase] = readFixture(file, contract, JSON.stringify([fixture]));
  if (testCase === undefined) throw new Error("the fixture holds no case");
  return testCase;
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
