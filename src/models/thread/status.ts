/** Which actor may move a thread from one status to another. */

import type { Status } from "./state.js";

interface Request {
  readonly from: Status;
  readonly to: Status;
  readonly isDisputed: boolean;
  readonly mayOverride: boolean;
  /** Whether another agent has blocked the thread. */
  readonly isBlockedByOther: boolean;
}

/** Changes that every participant may make, and those allowed only while nothing is disputed. */
const ORDINARY = ["active blocked", "blocked active", "resolved active"];
const SETTLED = ["active resolved", "active closed", "resolved closed"];
const OVERRIDE = ["blocked resolved", "blocked closed", "closed active"];

/** The code with which a request is refused; undefined where it is accepted. */
export function refusalOf({ from, to, isDisputed, mayOverride, isBlockedByOther }: Request): string | undefined {
  const change = `${from} ${to}`;
  if (from === to) return undefined;
  if (isBlockedByOther && !mayOverride) return "INSUFFICIENT_AUTHORITY";
  if (ORDINARY.includes(change)) return undefined;
  if (!SETTLED.includes(change) && !OVERRIDE.includes(change)) return "CONFLICT";
  const isOpenToAll = SETTLED.includes(change) && !isDisputed;
  return isOpenToAll || mayOverride ? undefined : "INSUFFICIENT_AUTHORITY";
}
