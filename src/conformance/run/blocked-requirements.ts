/** The requirements that a case could not judge. */

import type { Case } from "../fixture/case.js";
import type { Blocked } from "../judge/attribute.js";
import { ownersIn } from "../judge/owners.js";
import type { BlockedRequirement } from "../judge/result.js";
import type { Failure } from "../oracles/failure.js";

/** What the steps of a case showed. */
interface Shown {
  readonly failures: readonly Failure[];
  readonly blocked: readonly Blocked[];
  /** Why the case did not go on. */
  readonly stop: Failure | undefined;
}

/** A finding that names no requirement violates the one that the case is about. */
export function owned(found: Failure, { about }: Case): Failure {
  return found.requirement !== undefined || about === undefined ? found : { ...found, requirement: about };
}

/** Names each requirement once, with the first reason. */
export function blockedRequirements(testCase: Case, { failures, blocked, stop }: Shown): readonly BlockedRequirement[] {
  const { about, verifies, steps } = testCase;
  const violated = new Set(failures.map(({ requirement }) => requirement ?? about));
  const entries = blocked.map(({ requirement, by }) => ({ requirement: requirement ?? about, by }));
  // In a case without groups, the assertions count for its first requirement. If they fail, the others are not observed.
  const asserted = new Set(steps.flatMap((step) => [...ownersIn(step)].map((owner) => owner ?? about)));
  const problem = stop ?? entries[0]?.by;
  if (problem !== undefined) {
    for (const requirement of verifies) if (!asserted.has(requirement)) entries.push({ requirement, by: problem });
  }
  const found = new Map<string, BlockedRequirement>();
  for (const { requirement, by } of entries) {
    if (requirement === undefined || violated.has(requirement) || found.has(requirement)) continue;
    const cause = failures.find(({ code, step }) => code === by.code && step === by.step);
    const violation = cause === undefined ? undefined : owned(cause, testCase).requirement;
    found.set(requirement, {
      requirement,
      step: by.step,
      reason: by.message,
      ...(violation === undefined ? {} : { by: violation }),
    });
  }
  return [...found.values()];
}
