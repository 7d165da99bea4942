/** Writes a sequence down as an ordinary fixture, with what the model predicts. */

import type { FixtureCase } from "../../generated/fixture.js";
import { type Branch, branchesOf, distinct } from "./branch.js";
import { asFixtureData } from "./captured-value.js";
import { expectationOf, stepOf } from "./expectation.js";
import type { Model } from "./model.js";
import type { Move } from "./move.js";

/** With more possible states than this, hardly anything is left that all of them have in common. */
const MOST_STATES = 100;

/**
 * A fixture that every sound implementation passes: where a move may go several ways, it asks only for what these have in
 * common. Where a single call may be accepted or refused, it goes by what this implementation did.
 * @param accepted for each move that is a single call, whether it was accepted
 * @param hasCredentials whether the contract has: then braces are uses in every fixture
 */
export function asFixture(
  model: Model,
  moves: readonly Move[],
  accepted: readonly (boolean | undefined)[],
  about: Pick<FixtureCase, "test_id" | "description">,
  hasCredentials = false,
): FixtureCase {
  let states: readonly unknown[] = [model.initial];
  const kept = new Set<string>();
  // A step may use what an answer showed that this case cannot keep: reading it then says so.
  const shown = new Set<string>();
  const written = moves.map((move, index) => {
    const names = new Set(shown);
    if (states.length === 0) return { step: stepOf(move), names };
    const all = states.flatMap((state) => branchesOf(model, state, move, String(index + 1)));
    const alike = move.kind === "call" ? asWilling(all, accepted[index]) : all;
    const expectation = expectationOf(alike, kept);
    for (const name of Object.keys(expectation.capture ?? {})) kept.add(name);
    for (const { capture = {} } of alike.flatMap(({ answers }) => answers)) {
      for (const name of Object.keys(capture)) shown.add(name);
    }
    const next = distinct(alike.map((branch) => branch.next));
    states = next.length > MOST_STATES ? [] : next;
    return { step: stepOf(move, expectation), names };
  });
  // In a fixture of its own folder, braces are text unless some step keeps a value or makes calls at the same time.
  const hasUses = hasCredentials || written.some(({ step }) => "capture" in step || "concurrent" in step);
  return {
    ...about,
    ...(moves.some(({ kind }) => kind === "restart") ? { surfaces: ["process"] } : {}),
    steps: written.map(({ step, names }) => asFixtureData(step, names, hasUses ? "uses" : "text")),
  };
}

function asWilling(branches: readonly Branch[], accepted: boolean | undefined): readonly Branch[] {
  const willing = branches.filter(({ answers: [answer] }) => (answer?.assert_error === undefined) === accepted);
  return willing.length === 0 ? branches.slice(0, 1) : willing;
}
