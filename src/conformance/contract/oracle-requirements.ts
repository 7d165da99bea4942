import type { Contract } from "./contract.js";

/**
 * The requirements that every case shows that passes, because oracles check every call, so that no case has to name them.
 * Those about files outside the workspace and about waiting need cases of their own, with files that tempt to it.
 */
export function oracleRequirements({ oracles: { output, state, tree }, invariants }: Contract): ReadonlySet<string> {
  return new Set([output, state, tree, ...invariants.map(({ requirement }) => requirement)].flatMap((id) => id ?? []));
}
