import { type Case, callsOf } from "../fixture/case.js";
import { ownersIn } from "../judge/owners.js";
import { callName } from "../stage/observation.js";

/**
 * After how many operations the cases make assertions for a requirement. A requirement that is asserted after one tool is
 * nearer to a fault of that tool than one that is asserted after many.
 */
export function breadthIn(cases: readonly Case[]): (requirement: string) => number {
  const operations = new Map<string, Set<string>>();
  for (const { about, verifies, steps } of cases) {
    let last: readonly string[] = [];
    for (const step of steps) {
      const called = callsOf(step).map(callName);
      // A step without calls, such as a wait, looks at what the calls before it have done.
      if (called.length > 0) last = called;
      for (const id of [...ownersIn(step)].flatMap((owner) => owner ?? about ?? verifies)) {
        const found = operations.get(id) ?? new Set();
        operations.set(id, found);
        for (const operation of last) found.add(operation);
      }
    }
  }
  return (requirement) => operations.get(requirement)?.size ?? Number.POSITIVE_INFINITY;
}
