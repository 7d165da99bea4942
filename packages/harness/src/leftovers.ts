import { isDeepStrictEqual } from "node:util";
import type { Cycle, History, TaskList } from "./generated/contract.js";
import type { OpenState, StoredState } from "./tool.js";

/** A state file whose content stands in history already, with the cycle that holds it. */
export interface Leftover {
  readonly file: "plan" | "tasks";
  readonly cycle: Cycle;
}

/**
 * The state without what an interrupted archive left behind. An archive writes history first and removes the files
 * afterwards, so a crash in between leaves files whose content history holds already. They count as closed: no tool
 * works on them or archives them again (`core.plan_start.archives-once`, `core.task_close.archives-once`), and the next
 * call that writes or deletes such a file clears it away.
 */
export function withoutLeftovers(stored: StoredState): OpenState {
  const { plan, tasks, history } = stored;
  const planCycle = findCycle(history, (cycle) => plan !== null && isDeepStrictEqual(cycle.plan, plan));
  const tasksCycle = findCycle(history, (cycle) => tasks !== null && holdsTasks(cycle, tasks));
  return {
    plan: planCycle === undefined ? plan : null,
    tasks: tasksCycle === undefined ? tasks : null,
    history,
    leftovers: [
      ...(planCycle === undefined ? [] : [{ file: "plan", cycle: planCycle } as const]),
      ...(tasksCycle === undefined ? [] : [{ file: "tasks", cycle: tasksCycle } as const]),
    ],
  };
}

/** In any cycle, not just the last: a plan may have been started and archived since the crash. */
function findCycle(history: History | null, holds: (cycle: Cycle) => boolean): Cycle | undefined {
  return history?.cycles.findLast(holds);
}

/** A cycle that was archived from tasks carries their goal; tasks without any content look all the same. */
function holdsTasks(cycle: Cycle, { goal, decisions, tasks }: TaskList): boolean {
  const hasContent = goal !== "" || decisions.length > 0 || tasks.length > 0;
  return hasContent && isDeepStrictEqual([cycle.goal, cycle.decisions, cycle.tasks], [goal, decisions, tasks]);
}
