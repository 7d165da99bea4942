/** Whether random calls have found a mutant: what can be found at all, and what proves that it was. */

import type { Contract } from "../../src/conformance/contract/contract.js";
import type { Mutant } from "./catalogue.js";

/** What the model of a contract predicts: tools and their files, and neither events, decisions nor memory. */
const MODELLED = "tools";

/**
 * Requirements of tools that no sequence can break, with the reason: a case has to prepare the workspace for them in a way
 * in which no move of a sequence does.
 */
export const BEYOND: ReadonlyMap<string, string> = new Map([
  ["core.history.branch", "no repository of git is made"],
  ["core.history.branch-detached", "no repository of git is made"],
  ["core.context.branch", "no repository of git is made"],
  ["core.artifact_write.symlinks", "no symbolic link is made"],
  ["core.files.outside-untouched", "no symbolic link is made"],
  ["core.files.outside-unread", "no symbolic link is made"],
  ["core.files.no-waiting", "no pipe is made"],
]);

/** Mutants that break a requirement which comes in together with a tool that the model speaks of. */
export function concernsTools(
  { breaks, equivalent }: Mutant,
  { requirements, tools }: Pick<Contract, "requirements" | "tools">,
): boolean {
  const modelled = [...tools.values()].filter(({ surface }) => surface === MODELLED);
  const profiles = new Set(modelled.map(({ profile }) => profile));
  const isWithin = (id: string) => profiles.has(requirements.get(id)?.profile ?? "") && !BEYOND.has(id);
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

/** What a search that found a difference of the answers ends with, or one in which the implementation died or hung. */
const FOUND: Readonly<Record<string, string>> = { 1: "failed", 3: "errored" };

/** Why a search does not count, or nothing: the fixture must fail because of the fault, and because of nothing else. */
export function shortfallOf({ exit, hasFixture, withFault, without }: Trial): string | undefined {
  if (exit === null) return "the search did not come to an end";
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
