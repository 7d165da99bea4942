/** Which requirements the assertions of a step count for. */

import type { Owned, Step } from "../fixture/case.js";
import type { Failure } from "../oracles/failure.js";

/**
 * A refusal violates the requirement for which the step asserts that the call is accepted, or the one that the case is
 * about, if any assertion of the step counts for that. Otherwise, the call only prepares, and its refusal violates nothing.
 */
export function violatedByRefusal(step: Step, refused: Failure): readonly Failure[] {
  const { accepted } = step.expect;
  if (accepted !== undefined) return [{ ...refused, ...ownerOf(accepted) }];
  return ownersIn(step).has(undefined) ? [refused] : [];
}

/** The requirements that assertions of a step count for. Undefined is the one that the case is about. */
export function ownersIn(step: Step): ReadonlySet<string | undefined> {
  const { returns, errors, accepted, either, files, git } = step.expect;
  const outcomes = step.kind === "concurrent" && step.outcomes.isAsserted ? [step.outcomes] : [];
  const owned: readonly Owned[] = [
    ...returns,
    ...errors,
    ...files,
    ...git,
    ...outcomes,
    ...(accepted === undefined ? [] : [accepted]),
    ...(either === undefined ? [] : [either]),
  ];
  return new Set(owned.map(({ requirement }) => requirement));
}

/** The member of a failure that says which requirement it violates. */
export function ownerOf({ requirement }: Owned): Owned {
  return requirement === undefined ? {} : { requirement };
}
