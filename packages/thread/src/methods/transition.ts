import type { ThreadStatus } from "../generated/contract.js";

/** ordinary: anyone with access may ask for it; override: operators and orchestrators; none: there is no such way. */
export type Transition = "ordinary" | "override" | "none";

type Change = `${ThreadStatus} to ${ThreadStatus}`;

const ORDINARY: ReadonlySet<Change> = new Set<Change>(["active to blocked", "blocked to active", "resolved to active"]);

/** Ordinary as long as no finding or escalation is open. */
const UNDISPUTED: ReadonlySet<Change> = new Set<Change>([
  "active to resolved",
  "active to closed",
  "resolved to closed",
]);

const OVERRIDE: ReadonlySet<Change> = new Set<Change>(["blocked to resolved", "blocked to closed", "closed to active"]);

/**
 * The kind of a change from one status to another, which decides who may make it.
 * @param disputed whether a finding or an escalation is open; what is blocked takes an override in any case
 */
export function transitionOf(from: ThreadStatus, to: ThreadStatus, disputed: boolean): Transition {
  const change: Change = `${from} to ${to}`;
  if (ORDINARY.has(change)) return "ordinary";
  if (UNDISPUTED.has(change)) return disputed ? "override" : "ordinary";
  return OVERRIDE.has(change) ? "override" : "none";
}
