import type { Cycle, Plan, TaskList } from "../generated/contract.js";
import type { Moment } from "./tool.js";

/** The version of the contract that cycles are written for (`core.history.schema-version`). */
const CONTRACT_VERSION = "0.11";

/**
 * A closed cycle. Plan and tasks go in as they are, with fields that this version does not know
 * (`core.state.newer-fields-archived`).
 */
export function cycleOf(plan: Plan | null, tasks: TaskList | null, { now, branch }: Moment): Cycle {
  return {
    schema_version: CONTRACT_VERSION,
    completed_at: now,
    branch,
    plan,
    tasks: tasks?.tasks ?? [],
    ...(tasks === null ? {} : { goal: tasks.goal, decisions: tasks.decisions }),
  };
}
