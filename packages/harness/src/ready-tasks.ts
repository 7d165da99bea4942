import type { Task } from "./generated/contract.js";

/**
 * The ids of the tasks that can be started: pending, with every dependency completed. A dependency that names no task,
 * or that leads back to the task itself, is never completed (`core.task_list.ready`).
 */
export function readyTasks(tasks: readonly Task[]): readonly number[] {
  const completed = new Set(tasks.filter(({ status }) => status === "completed").map(({ id }) => id));
  return tasks
    .filter(({ status, deps }) => status === "pending" && deps.every((dep) => completed.has(dep)))
    .map(({ id }) => id);
}
