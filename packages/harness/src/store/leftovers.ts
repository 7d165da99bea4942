import { isDeepStrictEqual } from "node:util";
import type { Cycle, Plan, TaskList } from "../generated/contract.js";
import type { Leftover, StoredState } from "./state.js";

/**
 * The files that an interrupted archive left behind. An archive writes history first and removes the files afterwards,
 * so a crash in between leaves files whose content the last cycle holds already. They count as closed: no tool works on
 * them or archives them again (`core.plan_start.archives-once`, `core.task_close.archives-once`), and the next call that
 * writes or deletes such a file clears it away.
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

/** A cycle that was archived from tasks carries their goal; tasks without any content look all the same. */
function holdsTasks(cycle: Cycle, { goal, decisions, tasks }: TaskList): boolean {
  const hasContent = goal !== "" || decisions.length > 0 || tasks.length > 0;
  return hasContent && isDeepStrictEqual([cycle.goal, cycle.decisions, cycle.tasks], [goal, decisions, tasks]);
}
