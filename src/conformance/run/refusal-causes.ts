import type { CaseResult } from "../judge/result.js";
import type { Failure } from "../oracles/failure.js";

interface Refusal {
  readonly failure: Failure;
  readonly requirement: string;
}

/**
 * Unexpected refusals in the same words are one fault, and so are refusals that come in these words in place of others. It
 * violates the requirement of whose cases the largest share is refused. Each is counted as if one more of its cases were
 * accepted, so that a requirement with a single case does not win by chance.
 * @param binding the requirements that can be violated, as the contract lists them
 * @returns the other refusals, each with that requirement
 */
export function refusalCauses(
  results: readonly CaseResult[],
  binding: readonly string[],
): ReadonlyMap<Failure, string> {
  const casesOf = (id: string) => results.filter(({ case: { verifies } }) => verifies.includes(id)).length;
  return new Map(
    groupsIn(results).flatMap((refusals) => {
      const counts = new Map<string, number>();
      for (const { requirement } of refusals) counts.set(requirement, (counts.get(requirement) ?? 0) + 1);
      const able = [...counts].filter(([id]) => binding.includes(id));
      const ranked = able.map(([id, count]) => ({ id, count, share: count / (casesOf(id) + 1) }));
      ranked.sort((a, b) => b.share - a.share || b.count - a.count || binding.indexOf(a.id) - binding.indexOf(b.id));
      const cause = ranked[0]?.id;
      if (cause === undefined) return [];
      return refusals.flatMap(({ failure, requirement }) => (requirement === cause ? [] : [[failure, cause] as const]));
    }),
  );
}

/** The refusals by their words, as far as one of them is unexpected. */
function groupsIn(results: readonly CaseResult[]): readonly (readonly Refusal[])[] {
  const groups = new Map<string, Refusal[]>();
  for (const failure of results.flatMap(({ failures }) => failures)) {
    const { code, requirement, actual } = failure;
    if (!OF_REFUSALS.has(code) || requirement === undefined) continue;
    const said = (actual as { readonly message?: unknown } | undefined)?.message ?? actual;
    const words = withoutValues(String(said));
    groups.set(words, [...(groups.get(words) ?? []), { failure, requirement }]);
  }
  const isUnexpected = ({ failure: { code } }: Refusal) => code === "NXC_CASE_UNEXPECTED_ERROR";
  return [...groups.values()].filter((refusals) => refusals.some(isUnexpected));
}

const OF_REFUSALS: ReadonlySet<string> = new Set(["NXC_CASE_UNEXPECTED_ERROR", "NXC_CASE_WRONG_ERROR"]);

/** The words of a refusal without what differs from call to call: ids, numbers, times, and lists of these. */
function withoutValues(text: string): string {
  return text.replaceAll(/[^\s,:()[\]]*\d[^\s,:()[\]]*/gu, "…").replaceAll(/…(?:, …)+/gu, "…");
}
