import type { CaseResult } from "../judge/result.js";
import type { Failure } from "../oracles/failure.js";

interface Refusal {
  readonly failure: Failure;
  readonly requirement: string;
  readonly words: string;
  readonly result: CaseResult;
}

/** Refusals affect a foundation comparably if its share is at least a third of that of the requirement that rests on it. */
const COMPARABLE = 3;

/**
 * Unexpected refusals in the same words are one fault, and so are refusals in these words that come in place of others or
 * among concurrent calls. It violates the requirement of whose cases the largest share is refused. Each is counted as if one
 * more of its cases were accepted, so that a requirement with a single case does not win by chance.
 * @param binding the requirements that can be violated, as the contract lists them
 * @param foundations what each requirement rests on; refusals that affect a foundation comparably do not violate it
 * @param demandsRefusal whether a requirement says what is refused. Its cases call well, too, to show that the tool works; if
 *   that is refused, another requirement is violated, if one is affected comparably
 * @returns the other refusals, each with that requirement
 */
export function refusalCauses(
  results: readonly CaseResult[],
  binding: readonly string[],
  foundations: ReadonlyMap<string, readonly string[]> = new Map(),
  demandsRefusal: (id: string) => boolean = () => false,
): ReadonlyMap<Failure, string> {
  const casesOf = (id: string) => results.filter(({ case: { verifies } }) => verifies.includes(id)).length;
  const all = results.flatMap(({ failures }) => failures);
  return new Map(
    groupsIn(results).flatMap((refusals) => {
      const counts = countsOf(refusals);
      const shareOf = (id: string) => (counts.get(id) ?? 0) / (casesOf(id) + 1);
      const own = new Set(refusals.map(({ failure }) => failure));
      const failing = new Set(all.flatMap((failure) => (own.has(failure) ? [] : (failure.requirement ?? []))));
      const foundationsOf = (id: string) => foundations.get(id) ?? [];
      const isComparable = (other: string, id: string) =>
        counts.has(other) && shareOf(other) >= shareOf(id) / COMPARABLE;
      const named = [...counts.keys()].filter((id) => binding.includes(id));
      const accepting = named.filter((id) => !demandsRefusal(id));
      const able = named.filter(
        (id) =>
          !foundationsOf(id).some((each) => isComparable(each, id)) &&
          !(demandsRefusal(id) && accepting.some((each) => isComparable(each, id))),
      );
      // What rests on another failure is blocked by that, and would take the fault along.
      const free = able.filter((id) => !foundationsOf(id).some((each) => failing.has(each)));
      const ranked = (free.length > 0 ? free : able).map((id) => ({
        id,
        count: counts.get(id) ?? 0,
        share: shareOf(id),
      }));
      ranked.sort((a, b) => b.share - a.share || b.count - a.count || binding.indexOf(a.id) - binding.indexOf(b.id));
      const cause = ranked[0]?.id;
      if (cause === undefined) return [];
      return refusals.flatMap(({ failure, requirement }) => (requirement === cause ? [] : [[failure, cause] as const]));
    }),
  );
}

/**
 * The refusals by their words. Where all of them come in place of other refusals, several faults may have the same words, so
 * they are told apart by what was asked for.
 */
function groupsIn(results: readonly CaseResult[]): readonly (readonly Refusal[])[] {
  const refusals = results.flatMap((result) =>
    result.failures.flatMap((failure): readonly Refusal[] => {
      const { requirement } = failure;
      return requirement === undefined
        ? []
        : wordsOf(failure).map((words) => ({ failure, requirement, words, result }));
    }),
  );
  const codesOf = (group: readonly Refusal[]) => new Set(group.map(({ failure: { code } }) => code));
  return grouped(refusals, ({ words }) => words).flatMap((group) => {
    if (codesOf(group).has("NXC_CASE_UNEXPECTED_ERROR")) return [group];
    const instead = group.filter(({ failure: { code } }) => code === "NXC_CASE_WRONG_ERROR");
    return grouped(instead, ({ failure: { expected } }) => JSON.stringify(expected));
  });
}

/**
 * How many cases of each requirement are refused. A refusal in place of another counts only where there is nothing else. So
 * does one in a case about crashes or several processes, which needs the call but is not about what the call accepts.
 */
function countsOf(refusals: readonly Refusal[]): ReadonlyMap<string, number> {
  const unexpected = preferred(refusals, ({ failure: { code } }) => code !== "NXC_CASE_WRONG_ERROR");
  const counted = preferred(unexpected, ({ result }) => !result.case.surfaces.includes("process"));
  const cases = new Map<string, Set<CaseResult>>();
  for (const { requirement, result } of counted)
    cases.set(requirement, (cases.get(requirement) ?? new Set()).add(result));
  return new Map([...cases].map(([requirement, found]) => [requirement, found.size]));
}

/** The preferred refusals, or all of them if none is preferred. */
function preferred(refusals: readonly Refusal[], isPreferred: (refusal: Refusal) => boolean): readonly Refusal[] {
  const found = refusals.filter(isPreferred);
  return found.length > 0 ? found : refusals;
}

function grouped(refusals: readonly Refusal[], keyOf: (refusal: Refusal) => string) {
  const groups = new Map<string, Refusal[]>();
  for (const refusal of refusals) groups.set(keyOf(refusal), [...(groups.get(keyOf(refusal)) ?? []), refusal]);
  return [...groups.values()];
}

/** The words of a refusal, of that whose details are wrong, or of all refusals among concurrent calls. */
function wordsOf({ code, actual, refusals }: Failure): readonly string[] {
  if (refusals !== undefined) return [...new Set(refusals.map(withoutValues))];
  if (!OF_REFUSALS.has(code)) return [];
  return [withoutValues(String((actual as { readonly message?: unknown } | undefined)?.message ?? actual))];
}

const OF_REFUSALS: ReadonlySet<string> = new Set(["NXC_CASE_UNEXPECTED_ERROR", "NXC_CASE_WRONG_ERROR"]);

/** The words of a refusal without what differs from call to call: ids, numbers, times, and lists of these. */
function withoutValues(text: string): string {
  return text.replaceAll(/[^\s,:()[\]]*\d[^\s,:()[\]]*/gu, "…").replaceAll(/…(?:, …)+/gu, "…");
}
