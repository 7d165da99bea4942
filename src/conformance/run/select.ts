/** Selects the cases of a run, and the requirements that it is responsible for. */

import { NexusError } from "../../base/errors.js";
import { compileGlob } from "../../base/glob.js";
import { didYouMean } from "../../base/nearest.js";
import type { Contract, Level, Requirement } from "../contract/contract.js";
import { type Case, operationsOf } from "../fixture/case.js";

export interface Selection {
  /** The largest profile to judge. Default: the last of the contract. */
  readonly profile?: string;
  /** The weakest level to judge: `MUST`, `SHOULD` (and MUST), `MAY` (all, the default). */
  readonly level?: Level;
  /** Globs for case names. A glob without `/` is compared with the id of the case. */
  readonly run?: readonly string[];
  readonly skip?: readonly string[];
  /** Ids of requirements. Only cases that verify one of them run. */
  readonly requirements?: readonly string[];
}

export interface Selected {
  readonly profile: string;
  readonly cases: readonly Case[];
  readonly requirements: readonly Requirement[];
}

const LEVELS: readonly Level[] = ["MUST", "SHOULD", "MAY"];

/** @throws NexusError NXC_PROFILE_UNKNOWN, NXC_SELECT_NO_MATCH, NXC_SELECT_UNKNOWN_REQUIREMENT or NXC_SELECT_NOTHING */
export function select(cases: readonly Case[], contract: Contract, selection: Selection): Selected {
  const profile = selection.profile ?? contract.profiles.at(-1) ?? "";
  const rank = profileRank(contract, profile);
  const level = LEVELS.indexOf(selection.level ?? "MAY");
  for (const requirement of selection.requirements ?? []) checkRequirement(requirement, contract);

  const isWanted = (requirement: Requirement) =>
    requirement.withdrawn_in === undefined &&
    contract.profiles.indexOf(requirement.profile) <= rank &&
    LEVELS.indexOf(requirement.level) <= level;
  const inScope = cases.filter((testCase) => {
    const verified = testCase.verifies.flatMap((id) => contract.requirements.get(id) ?? []);
    return caseRank(testCase, contract) <= rank && (verified.length === 0 || verified.some(isWanted));
  });

  const run = patterns(selection.run ?? [], "--run", cases);
  const skip = patterns(selection.skip ?? [], "--skip", cases);
  const narrowed = inScope
    .filter((testCase) => run.length === 0 || run.some((matches) => matches(testCase)))
    .filter(({ verifies }) => selection.requirements?.some((id) => verifies.includes(id)) ?? true);
  const chosen = narrowed.filter((testCase) => !skip.some((matches) => matches(testCase)));
  if (chosen.length === 0) throw NexusError.of("NXC_SELECT_NOTHING", {});

  // Selecting cases limits the requirements of the run. Skipping does not: the skipped ones are not observed.
  const isNarrowed = run.length > 0 || selection.requirements !== undefined;
  const verified = new Set(selection.requirements ?? narrowed.flatMap(({ verifies }) => verifies));
  const requirements = [...contract.requirements.values()].filter(
    (requirement) => isWanted(requirement) && (!isNarrowed || verified.has(requirement.id)),
  );
  return { profile, cases: chosen, requirements };
}

function profileRank(contract: Contract, profile: string): number {
  const rank = contract.profiles.indexOf(profile);
  if (rank !== -1) return rank;
  const hint = didYouMean(profile, contract.profiles);
  const known = contract.profiles.join(", ");
  throw NexusError.of("NXC_PROFILE_UNKNOWN", { contract: contract.id, profile, hint, known });
}

/** The index of the first profile that contains everything that a case needs. */
function caseRank(testCase: Case, contract: Contract): number {
  const { tools, events } = operationsOf(testCase);
  const profiles = [
    ...tools.map((tool) => contract.tools.get(tool)?.profile),
    ...events.map((event) => contract.events.get(event)?.profile),
    ...testCase.verifies.map((id) => contract.requirements.get(id)?.profile),
  ];
  return Math.max(0, ...profiles.map((profile) => contract.profiles.indexOf(profile ?? "")));
}

function patterns(globs: readonly string[], flag: string, cases: readonly Case[]) {
  return globs.map((pattern) => {
    const glob = compileGlob(pattern);
    const matches = ({ id, name }: Case) => glob(pattern.includes("/") ? name : id);
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
