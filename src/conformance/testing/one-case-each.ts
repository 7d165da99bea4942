import type { RunOptions } from "../run/plan.js";
import { planScope } from "../run/plan.js";

/** Ids of as few cases as the order of the files gives that observe every requirement of a run. */
export function oneCaseEach(options: RunOptions): readonly string[] {
  const { cases, requirements } = planScope(options);
  const chosen = new Set<string>();
  for (const { id } of requirements) {
    const observing = cases.filter(({ verifies }) => verifies.includes(id)).map((testCase) => testCase.id);
    if (!observing.some((each) => chosen.has(each))) for (const each of observing.slice(0, 1)) chosen.add(each);
  }
  return [...chosen];
}
