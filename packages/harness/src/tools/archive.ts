import type { Cycle, Plan, TaskList } from "../generated/contract.js";
import type { Moment } from "./tool.js";

/** The contract version that archived cycles conform to (`core.history.schema-version`). */
const CONTRACT_VERSION = "0.11";

/**
 * A closed cycle. Plan and tasks are archived unchanged, including fields of newer versions
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
