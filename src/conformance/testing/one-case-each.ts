import type { RunOptions } from "../run/plan.js";
import { planScope } from "../run/plan.js";

/** Ids of a small set of cases that verify every requirement of a run, chosen greedily in the order of the files. */
export function oneCaseEach(options: RunOptions): readonly string[] {
  const { cases, requirements } = planScope(options);
  const chosen = new Set<string>();
  for (const { id } of requirements) {
    const observing = cases.filter(({ verifies }) => verifies.includes(id)).map((testCase) => testCase.id);
    if (!observing.some((each) => chosen.has(each))) for (const each of observing.slice(0, 1)) chosen.add(each);
  }
  return [...chosen];
}
