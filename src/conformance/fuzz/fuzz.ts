/**
 * Runs random sequences of commands, and compares the implementation with the model of its contract. The first difference
 * ends the search, and is shrunk to the shortest sequence that still shows one. Prints nothing and never exits.
 */

import { definedOnly } from "../../base/defined-only.js";
import { NexusError } from "../../base/errors.js";
import type { FixtureCase } from "../../generated/fixture.js";
import type { Contract } from "../contract/contract.js";
import { profileScope } from "../contract/profile-scope.js";
import type { Case } from "../fixture/case.js";
import { readFixture } from "../fixture/fixture.js";
import type { CaseResult } from "../judge/result.js";
import { closeAdapter } from "../run/judge-cases.js";
import type { RunPlan } from "../run/plan.js";
import { type About, asFixture } from "./as-fixture.js";
import { failsAlone } from "./fails-alone.js";
import { type LoadedModel, modelFailed } from "./guarded-model.js";
import { loadModel } from "./load-model.js";
import type { Generators, ModelCall } from "./model.js";
import { type Move, makesCalls, sequences } from "./move.js";
import type { Difference, Trial } from "./perform-sequence.js";
import { type Found, type FuzzCounts, Search } from "./search.js";

export type { Found, FuzzCounts } from "./search.js";

export interface FuzzOptions {
  /** Total number of commands. */
  readonly runs: number;
  /** The same seed gives the same sequences. */
  readonly seed: number;
  /** Called after each sequence with the number of commands so far. */
  readonly onProgress?: (commands: number) => void;
  /** Called with the shrunk difference before it is tried as a fixture, which may take long. */
  readonly onDifference?: (found: Found, counts: FuzzCounts) => void;
  /** The id of the case that a difference becomes. */
  readonly caseId?: string;
  /** The requirement that a difference violates. If present, only a missing answer and differences with one are sought. */
  readonly convicts?: (difference: Difference, model: LoadedModel) => string | undefined;
}

export interface FuzzResult {
  readonly counts: FuzzCounts;
  readonly finding?: FuzzFinding;
}

export interface FuzzFinding extends Found {
  /** The sequence as an ordinary case, with the predictions of the model as assertions. */
  readonly fixture?: FixtureCase;
  /** Why the sequence cannot be a case, if it cannot. */
  readonly withoutFixture?: string;
  /** The result of the fixture when it runs alone, if the implementation then fails in the same way. */
  readonly alone?: CaseResult;
}

/**
 * @param plan provides contract and adapter; its cases do not run
 * @throws NexusError for a model that is missing, malformed or fails, or the error of an adapter that never answered
 */
export async function fuzz(plan: RunPlan, options: FuzzOptions): Promise<FuzzResult> {
  try {
    return await search(plan, options);
  } finally {
    await closeAdapter(plan);
  }
}

/** Like {@link fuzz}, but leaves the adapter open. */
export async function search(plan: RunPlan, options: FuzzOptions): Promise<FuzzResult> {
  const { runs, seed, onProgress, onDifference, convicts, caseId = `fuzz_${seed}` } = options;
  const { adapter, contract, timeout, guardedFolders, ownHome } = plan;
  const model = await loadModel(contract);
  // Loaded only here, because it would slow down every import of this package.
  const fc = await import("fast-check");
  const trial: Trial = {
    adapter,
    contract,
    model,
    options: { timeout, guardedFolders, ownHome, keepWorkspaces: false },
  };
  const kindOf = (difference: Difference) =>
    difference.thrown === undefined ? convicts?.(difference, model) : "unanswered";
  const search = new Search(trial, runs, onProgress, convicts === undefined ? undefined : kindOf);
  const canBeKilled = adapter.surfaces?.includes("process") === true && (await search.probeKill());
  try {
    const made = sequences(model, fc as unknown as Generators, { offers: offersOf(plan, model), canBeKilled });
    const property = fc.asyncProperty(made as ReturnType<typeof fc.array<Move>>, async (moves) => {
      if (search.isOver) throw new fc.PreconditionFailure(true);
      if (await search.findsDifference(moves)) throw new Error("a difference");
    });
    await fc.check(property, { seed, numRuns: runs });
  } catch (thrown) {
    // fast-check catches errors of the property, so this error is from a generator of the model.
    throw modelFailed(model.file, "calls() or edits()", thrown);
  }
  const found = await search.found();
  const counts = search.counts(canBeKilled);
  if (found === undefined) return { counts };
  onDifference?.(found, counts);
  const requirement = convicts?.(found, model);
  const about = {
    test_id: caseId,
    description: `Found by random calls with the seed ${seed}, and shrunk from ${found.foundIn} steps`,
    ...definedOnly({ verifies: requirement }),
  };
  return { counts, finding: { ...found, ...(await asCase(found, trial, plan, about)) } };
}

/** Makes a case from a difference and tries it, while the adapter is still open. */
async function asCase(
  { moves, accepted, thrown }: Found,
  { model }: Trial,
  plan: RunPlan,
  about: About,
): Promise<Pick<FuzzFinding, "fixture" | "withoutFixture" | "alone">> {
  if (!makesCalls(moves)) return { withoutFixture: "the sequence makes no call" };
  try {
    const hasCredentials = plan.contract.credentials !== undefined;
    const fixture = asFixture(model, moves, accepted, about, hasCredentials);
    const testCase = readMade(fixture, plan.contract);
    const alone = await failsAlone(testCase, thrown === undefined ? "failed" : "errored", plan);
    return { fixture, ...definedOnly({ alone }) };
  } catch (refused) {
    if (!(refused instanceof NexusError)) throw refused;
    return { withoutFixture: refused.message };
  }
}

/** @throws NexusError for a sequence without predictions, or with predictions that a fixture cannot express */
function readMade(fixture: FixtureCase, contract: Contract): Case {
  const file = { path: "", shown: "random calls", name: `${contract.id}/fuzz`, foreign: true };
  const [testCase] = readFixture(file, contract, JSON.stringify([fixture]));
  if (testCase === undefined) throw new Error("the fixture contains no case");
  return testCase;
}

/** Whether the adapter offers a call. Other calls are not made. */
function offersOf({ adapter, contract, profile }: RunPlan, model: LoadedModel): (call: ModelCall) => boolean {
  const { surfaces = ["tools"], withoutAgent = [] } = adapter;
  const scope = profileScope(contract, profile);
  return (call) => {
    const [name, known, offered] =
      "tool" in call ? [call.tool, contract.tools, adapter.tools] : [call.event, contract.events, adapter.events];
    const operation = known.get(name);
    const needed = [operation?.surface, model.surfaces?.[name]];
    if (operation === undefined || needed.some((each) => each !== undefined && !surfaces.includes(each))) return false;
    if (offered?.includes(name) === false || scope?.holdsOperation(name, operation) === false) return false;
    return call.as === undefined || !withoutAgent.includes(name);
  };
}
