/** Selects the mutants that random calls can find, and decides whether a search has found one. */

import type { Contract } from "../../src/conformance/contract/contract.js";
import type { Mutant } from "./catalogue.js";
import type { Reference } from "./references.js";

/** Models predict the tools of this surface and their files. */
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
  return equivalent === undefined && isWithin(breaks);
}

/** The status of the fixture's case; undefined when the case was not judged. */
export type Status = string | undefined;

export interface Trial {
  /** Exit code of the search in the mutant: null when we had to kill it. */
  readonly exit: number | null;
  /** Whether the search wrote a fixture. */
  readonly hasFixture: boolean;
  /** The status of the fixture with the fault, and without it. */
  readonly withFault: Status;
  readonly without: Status;
}

/** The expected status by exit code of the search: 1 when answers differ, 3 when the implementation died or hung. */
const FOUND: Readonly<Record<string, string>> = { 1: "failed", 3: "errored" };

/** Why a search does not count; undefined when it does. The fixture must fail because of the fault and nothing else. */
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
