/** Selects the cases of a run, and the requirements that it is responsible for. */

import { NexusError } from "../../base/errors.js";
import { compileGlob } from "../../base/glob.js";
import { didYouMean } from "../../base/nearest.js";
import type { Contract, Level, Requirement } from "../contract/contract.js";
import { LEVELS } from "../contract/level.js";
import { oracleRequirements } from "../contract/oracle-requirements.js";
import { type Origin, originOf } from "../contract/origin.js";
import { type ProfileScope, profileNames, profileScope } from "../contract/profile-scope.js";
import type { Case } from "../fixture/case.js";

export interface Selection {
  /** The largest profile to judge. Default: the last of the contract. */
  readonly profile?: string;
  /** The weakest level to judge: `MUST`, `SHOULD` (and MUST), `MAY`, or `INFO` (all, the default). */
  readonly level?: Level;
  /** Only requirements that the source of the contract demands, or only those that the contract adds. */
  readonly origin?: Origin;
  /** Globs for case names. A glob without `/` is compared with the id of the case. */
  readonly run?: readonly string[];
  readonly skip?: readonly string[];
  /** Ids of requirements. Only cases that verify one of them run. */
  readonly requirements?: readonly string[];
}

export interface Selected {
  readonly profile: string;
  readonly cases: readonly Case[];
  /** How many cases there are when none is chosen by its name or its requirement. */
  readonly inScope: number;
  readonly requirements: readonly Requirement[];
}

/** @throws NexusError NXC_PROFILE_UNKNOWN, NXC_SELECT_NO_MATCH, NXC_SELECT_UNKNOWN_REQUIREMENT or NXC_SELECT_NOTHING */
export function select(cases: readonly Case[], contract: Contract, selection: Selection): Selected {
  const profile = selection.profile ?? contract.profiles.at(-1) ?? "";
  const scope = knownScope(contract, profile);
  const level = LEVELS.indexOf(selection.level ?? "INFO");
  for (const requirement of selection.requirements ?? []) checkRequirement(requirement, contract);

  const isWanted = (requirement: Requirement) =>
    requirement.withdrawn_in === undefined &&
    scope.holdsRequirement(requirement) &&
    LEVELS.indexOf(requirement.level) <= level &&
    (selection.origin === undefined || originOf(requirement) === selection.origin);
  const inScope = cases.filter((testCase) => {
    const verified = testCase.verifies.flatMap((id) => contract.requirements.get(id) ?? []);
    return belongs(testCase, contract, scope) && (verified.length === 0 || verified.some(isWanted));
  });

  const always = oracleRequirements(contract);
  const run = patterns(selection.run ?? [], "--run", cases);
  const skip = patterns(selection.skip ?? [], "--skip", cases);
  const narrowed = inScope
    .filter((testCase) => run.length === 0 || run.some((matches) => matches(testCase)))
    .filter(({ verifies }) => selection.requirements?.some((id) => always.has(id) || verifies.includes(id)) ?? true);
  const chosen = narrowed.filter((testCase) => !skip.some((matches) => matches(testCase)));
  if (chosen.length === 0) {
    const named = run.length === 0 ? [] : cases.filter((testCase) => run.some((matches) => matches(testCase)));
    const outside = named.find((testCase) => !belongs(testCase, contract, scope));
    throw NexusError.of("NXC_SELECT_NOTHING", { hint: outside === undefined ? "" : placeOf(outside, contract) });
  }

  // Selecting cases limits the requirements of the run. Skipping does not: the skipped ones are not observed.
  const isNarrowed = run.length > 0 || selection.requirements !== undefined;
  const verified = new Set(selection.requirements ?? narrowed.flatMap(({ verifies }) => verifies));
  const requirements = [...contract.requirements.values()].filter(
    (requirement) => isWanted(requirement) && (!isNarrowed || verified.has(requirement.id)),
  );
  return { profile, cases: chosen, inScope: inScope.length, requirements };
}

function knownScope(contract: Contract, profile: string): ProfileScope {
  const scope = profileScope(contract, profile);
  if (scope !== undefined) return scope;
  const known = profileNames(contract);
  const hint = didYouMean(profile, known);
  throw NexusError.of("NXC_PROFILE_UNKNOWN", { contract: contract.id, profile, hint, known: known.join(", ") });
}

/** Whether a case is judged in a profile. */
export function isOfProfile(testCase: Case, contract: Contract, profile: string): boolean {
  return belongs(testCase, contract, knownScope(contract, profile));
}

/** Says which profile a case is in, which may not be the one that was asked for. */
function placeOf(testCase: Case, contract: Contract): string {
  const profile = profileNames(contract).find((name) => isOfProfile(testCase, contract, name));
  return profile === undefined ? "" : `Case "${testCase.id}" needs --profile ${profile}. `;
}

/** Whether a profile holds everything that a case needs. */
function belongs(testCase: Case, contract: Contract, scope: ProfileScope): boolean {
  const { tools, events } = testCase.calls;
  const isOffered = (operations: Contract["tools"]) => (name: string) => {
    const operation = operations.get(name);
    return operation === undefined || scope.holdsOperation(name, operation);
  };
  const isHeld = (id: string) => {
    const requirement = contract.requirements.get(id);
    return requirement === undefined || scope.holdsRequirement(requirement);
  };
  return (
    tools.every(isOffered(contract.tools)) &&
    events.every(isOffered(contract.events)) &&
    [testCase.about ?? testCase.verifies].flat().every(isHeld)
  );
}

function patterns(globs: readonly string[], flag: string, cases: readonly Case[]) {
  return globs.map((pattern) => {
    const glob = compileGlob(pattern);
    // The rows of a case are chosen together by its id without the name of a row.
    const matches = ({ id, name }: Case) =>
      [id, id.split("/")[0] ?? id, ...(pattern.includes("/") ? [name] : [])].some(glob);
    if (!cases.some(matches)) {
      const hint = didYouMean(
        pattern,
        cases.map(({ id }) => id),
      );
      throw NexusError.of("NXC_SELECT_NO_MATCH", { flag, pattern, hint });
    }
    return matches;
  });
}

function checkRequirement(requirement: string, contract: Contract): void {
  if (contract.requirements.has(requirement)) return;
  const hint = didYouMean(requirement, contract.requirements.keys());
  throw NexusError.of("NXC_SELECT_UNKNOWN_REQUIREMENT", { contract: contract.id, requirement, hint });
}
