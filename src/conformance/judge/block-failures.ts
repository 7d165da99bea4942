import type { Failure } from "../oracles/failure.js";
import type { CaseResult } from "./result.js";

/** Why a failure shows no violation. */
export interface Explanation {
  /** The requirement whose violation it follows from, if there is one. */
  readonly by?: string;
  /** One line. If absent, the message of the failure. */
  readonly reason?: string;
  readonly isOfMapping?: true;
}

/** The result, in which failures that are explained block their requirement and do not violate it. */
export function blockFailures(result: CaseResult, explained: ReadonlyMap<Failure, Explanation>): CaseResult {
  const failures = result.failures.filter((failure) => !explained.has(failure));
  if (failures.length === result.failures.length) return result;
  const known = new Set([...failures, ...result.blocked].map(({ requirement }) => requirement));
  const blocked = result.failures.flatMap((failure) => {
    const { requirement = "", step, message } = failure;
    const explanation = explained.get(failure);
    if (explanation === undefined || known.has(requirement)) return [];
    known.add(requirement);
    return [{ requirement, step, reason: message, ...explanation }];
  });
  const isBlocked = failures.length === 0 && ["failed", "not_taken"].includes(result.status);
  const reason = blocked[0]?.reason ?? result.blocked[0]?.reason ?? "";
  return {
    ...result,
    ...(isBlocked ? { status: "blocked" as const, reason } : {}),
    failures,
    blocked: [...result.blocked, ...blocked],
  };
}
