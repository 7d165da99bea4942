import type { ReadOnly } from "../content/read/read-only.js";
import type { Task } from "../generated/tasks.js";

/**
 * The tasks that can be started: pending, with every task that they depend on completed. A task that depends on one
 * that does not exist is never ready. A task of an older version may have no `deps`.
 *
 * @example
 * import { readyTasks } from "nexus-core";
 *
 * const ready = readyTasks([
 *   { id: 1, status: "completed", deps: [] },
 *   { id: 2, status: "pending", deps: [1] },
 *   { id: 3, status: "pending", deps: [2] },
 * ]);
 * ready.map(({ id }) => id);
 * // => [2]
 */
export function readyTasks<Entry extends Pick<ReadOnly<Task>, "id" | "status"> & Partial<Pick<ReadOnly<Task>, "deps">>>(
  tasks: readonly Entry[],
): readonly Entry[] {
  const completed = new Set(tasks.filter(({ status }) => status === "completed").map(({ id }) => id));
  return tasks.filter(({ status, deps = [] }) => status === "pending" && deps.every((id) => completed.has(id)));
}
