import { isDeepStrictEqual } from "node:util";
import type { HistoryFacts } from "./history-file.js";
import type { HeldState, Leftover } from "./state.js";
import { cycleIn, type Stored } from "./stored.js";

/**
 * The files that an interrupted archive left behind. Archiving writes history before it deletes the files, so a crash in
 * between leaves files whose content is already in the last cycle. They count as closed: no tool uses or archives them
 * again (`core.plan_start.archives-once`, `core.task_close.archives-once`), and the next call that writes or deletes such
 * a file removes it.
 */
export function leftoversIn({ plan, tasks }: HeldState, history: HistoryFacts | null): readonly Leftover[] {
  const last = history?.last ?? null;
  if (last === null) return [];
  const cycle = cycleIn(last);
  return [
    ...(plan !== null && holdsPlan(last, plan.stored) ? [{ file: "plan", cycle } as const] : []),
    ...(tasks !== null && holdsTasks(last, tasks.stored) ? [{ file: "tasks", cycle } as const] : []),
  ];
}

function holdsPlan(cycle: Stored, plan: Stored): boolean {
  return isDeepStrictEqual(cycle["plan"], plan);
}

/** Whether a cycle was archived from these tasks. Empty task files never count, because all of them look alike. */
function holdsTasks(cycle: Stored, { goal, decisions, tasks = [] }: Stored): boolean {
  const { goal: closedGoal, decisions: closedDecisions, tasks: closedTasks } = cycle;
  const hasContent = Boolean(goal) || isFilled(decisions) || isFilled(tasks);
  return hasContent && isDeepStrictEqual([closedGoal, closedDecisions, closedTasks], [goal, decisions, tasks]);
}

function isFilled(list: unknown): boolean {
  return Array.isArray(list) && list.length > 0;
}
