/** Where a demand comes from: the source of its contract, or the authors of the contract. */

import type { Requirement } from "../../generated/contract.js";

export const ORIGINS = ["source", "ours"] as const;

export type Origin = (typeof ORIGINS)[number];

/** A requirement that says nothing comes from the document that the contract names as its source. */
export function originOf({ ours }: Pick<Requirement, "ours">): Origin {
  return ours === undefined ? "source" : "ours";
}
