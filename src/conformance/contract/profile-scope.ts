/**
 * What belongs to a profile: one of the chain, in which each includes those before it, one beside the chain, or all that
 * the contract has.
 */

import type { Contract, Operation, Requirement } from "./contract.js";
import { ALL } from "./whole-contract.js";

export interface ProfileScope {
  /** Whether a profile is included whole. */
  includes(profile: string): boolean;
  holdsRequirement(requirement: Pick<Requirement, "id" | "profile">): boolean;
  holdsOperation(name: string, operation: Pick<Operation, "profile">): boolean;
}

/** @returns undefined if the contract has no such profile */
export function profileScope(contract: Contract, profile: string): ProfileScope | undefined {
  if (profile === ALL) return { includes: () => true, holdsRequirement: () => true, holdsOperation: () => true };
  const own = contract.ownProfiles.get(profile);
  const rank = contract.profiles.indexOf(own?.includes ?? profile);
  if (rank === -1) return undefined;
  const includes = (name: string) => name === profile || contract.profiles.slice(0, rank + 1).includes(name);
  return {
    includes,
    holdsRequirement: (requirement) =>
      includes(requirement.profile) || own?.requirements?.includes(requirement.id) === true,
    holdsOperation: (name, operation) => includes(operation.profile) || own?.events?.includes(name) === true,
  };
}

/** The names of all profiles: the chain, those beside it, and the one that holds all. */
export function profileNames({ profiles, ownProfiles }: Contract): readonly string[] {
  return [...profiles, ...ownProfiles.keys(), ALL];
}
