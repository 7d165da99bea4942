import { isDeepStrictEqual } from "node:util";
import type { Cycle, Plan, TaskList } from "../generated/contract.js";
import type { Leftover, StoredState } from "./state.js";

/**
 * The files that an interrupted archive left behind. Archiving writes history before it deletes the files, so a crash in
 * between leaves files whose content is already in the last cycle. They count as closed: no tool uses or archives them
 * again (`core.plan_start.archives-once`, `core.task_close.archives-once`), and the next call that writes or deletes such
 * a file removes it.
 */
export function leftoversIn({ plan, tasks, history }: StoredState): readonly Leftover[] {
  const cycle = history?.last ?? null;
  if (cycle === null) return [];
  return [
    ...(plan !== null && holdsPlan(cycle, plan) ? [{ file: "plan", cycle } as const] : []),
    ...(tasks !== null && holdsTasks(cycle, tasks) ? [{ file: "tasks", cycle } as const] : []),
  ];
}

function holdsPlan(cycle: Cycle, plan: Plan): boolean {
  return isDeepStrictEqual(cycle.plan, plan);
}

/** Whether a cycle was archived from these tasks. Empty task files never count, because all of them look alike. */
function holdsTasks(cycle: Cycle, { goal, decisions, tasks }: TaskList): boolean {
  const hasContent = goal !== "" || decisions.length > 0 || tasks.length > 0;
  return hasContent && isDeepStrictEqual([cycle.goal, cycle.decisions, cycle.tasks], [goal, decisions, tasks]);
}
