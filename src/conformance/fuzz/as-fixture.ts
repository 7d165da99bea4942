/** Turns a sequence into an ordinary fixture, with the predictions of the model as assertions. */

import type { FixtureCase } from "../../generated/fixture.js";
import { type Branch, branchesOf, distinct } from "./branch.js";
import { asFixtureData } from "./captured-value.js";
import { expectationOf, stepOf } from "./expectation.js";
import type { Model } from "./model.js";
import type { Move } from "./move.js";

/** With more possible states than this, they have hardly anything in common to assert. */
const MOST_STATES = 100;

/** What a fixture is about. */
export interface About {
  readonly test_id: string;
  readonly description: string;
  /** The requirement that its assertions are for. */
  readonly verifies?: string;
}

/**
 * Makes a fixture that every correct implementation passes. If a move has several possible outcomes, the fixture asserts only
 * what they have in common. If a single call may be accepted or refused, it asserts what this implementation did.
 * @param accepted for each move that is a single call, whether it was accepted
 * @param hasCredentials whether the contract has credentials, so that braces are uses in every fixture
 */
export function asFixture(
  model: Model,
  moves: readonly Move[],
  accepted: readonly (boolean | undefined)[],
  about: About,
  hasCredentials = false,
): FixtureCase {
  let states: readonly unknown[] = [model.initial];
  const captured = new Set<string>();
  // Includes values that this case cannot capture. Reading a fixture that uses such a value is an error.
  const shown = new Set<string>();
  const written = moves.map((move, index) => {
    const names = new Set(shown);
    if (states.length === 0) return { step: stepOf(move), names };
    const all = states.flatMap((state) => branchesOf(model, state, move, String(index + 1)));
    const possible = move.kind === "call" ? withOutcome(all, accepted[index]) : all;
    const expectation = expectationOf(possible, captured);
    for (const name of Object.keys(expectation.capture ?? {})) captured.add(name);
    for (const { capture = {} } of possible.flatMap(({ answers }) => answers)) {
      for (const name of Object.keys(capture)) shown.add(name);
    }
    const next = distinct(possible.map((branch) => branch.next));
    states = next.length > MOST_STATES ? [] : next;
    return { step: stepOf(move, expectation), names };
  });
  // As a foreign fixture, it has plain braces unless a step captures a value or makes concurrent calls.
  const hasUses = hasCredentials || written.some(({ step }) => "capture" in step || "concurrent" in step);
  return {
    ...about,
    ...(moves.some(({ kind }) => kind === "restart") ? { surfaces: ["process"] } : {}),
    steps: written.map(({ step, names }) => asFixtureData(step, names, hasUses ? "uses" : "text")),
  } as unknown as FixtureCase;
}

/** The branches in which the call has this outcome, or the first branch if there are none. */
function withOutcome(branches: readonly Branch[], accepted: boolean | undefined): readonly Branch[] {
  const matching = branches.filter(({ answers: [answer] }) => (answer?.assert_error === undefined) === accepted);
  return matching.length === 0 ? branches.slice(0, 1) : matching;
}
