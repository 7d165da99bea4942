import type { ThreadStatus } from "../generated/contract.js";

/**
 * `ordinary`: allowed with access to the thread. `override`: only for operators and orchestrators. `none`: impossible.
 */
export type Transition = "ordinary" | "override" | "none";

type Change = `${ThreadStatus} to ${ThreadStatus}`;

const ORDINARY: ReadonlySet<Change> = new Set<Change>(["active to blocked", "blocked to active", "resolved to active"]);

/** Changes that are ordinary unless a finding or an escalation is open. */
const UNDISPUTED: ReadonlySet<Change> = new Set<Change>([
  "active to resolved",
  "active to closed",
  "resolved to closed",
]);

const OVERRIDE: ReadonlySet<Change> = new Set<Change>(["blocked to resolved", "blocked to closed", "closed to active"]);

/**
 * The kind of a status change, which decides who may make it.
 * @param disputed whether a finding or an escalation is open. Resolving or closing a blocked thread always needs an
 * override.
 */
export function transitionOf(from: ThreadStatus, to: ThreadStatus, disputed: boolean): Transition {
  const change: Change = `${from} to ${to}`;
  if (ORDINARY.has(change)) return "ordinary";
  if (UNDISPUTED.has(change)) return disputed ? "override" : "ordinary";
  return OVERRIDE.has(change) ? "override" : "none";
}
