/** Which mutants random calls can find, and what proves that they have found one. */

import type { Contract } from "../../src/conformance/contract/contract.js";
import type { Mutant } from "./catalogue.js";
import type { Reference } from "./references.js";

/** A model predicts the tools of this surface and their files. */
const MODELLED = "tools";

/** Mutants that break a requirement of a profile in which the model predicts tools. */
export function concernsTools(
  { breaks, equivalent }: Mutant,
  { requirements, tools }: Pick<Contract, "requirements" | "tools">,
  { beyondRandomCalls }: Pick<Reference, "beyondRandomCalls">,
): boolean {
  const modelled = [...tools.values()].filter(({ surface }) => surface === MODELLED);
  const profiles = new Set(modelled.map(({ profile }) => profile));
  const isWithin = (id: string) => profiles.has(requirements.get(id)?.profile ?? "") && !beyondRandomCalls.has(id);
  return equivalent === undefined && breaks.some(isWithin);
}

/** How the case of a fixture was judged; nothing where it was not judged at all. */
export type Status = string | undefined;

export interface Trial {
  /** Exit code of the search in the mutant: null when it had to be ended. */
  readonly exit: number | null;
  /** Whether the search has written a fixture. */
  readonly hasFixture: boolean;
  /** How the fixture is judged with the fault, and without it. */
  readonly withFault: Status;
  readonly without: Status;
}

/** By exit code of a search: 1 for a difference of the answers, 3 for an implementation that died or hung. */
const FOUND: Readonly<Record<string, string>> = { 1: "failed", 3: "errored" };

/** Why a search does not count, or nothing: the fixture must fail because of the fault, and because of nothing else. */
export function shortfallOf({ exit, hasFixture, withFault, without }: Trial): string | undefined {
  if (exit === null) return "the search did not end";
  if (exit === 0) return "no difference";
  const wanted = FOUND[exit];
  if (wanted === undefined) return `the search ended with ${exit}`;
  if (!hasFixture) return `the search ended with ${exit} and wrote no fixture`;
  if (withFault !== wanted) return `the fixture ${was(withFault)} with the fault`;
  if (without !== "passed") return `the fixture ${was(without)} without the fault`;
  return undefined;
}

function was(status: Status): string {
  return status === undefined ? "is not judged" : `is ${status}`;
}
