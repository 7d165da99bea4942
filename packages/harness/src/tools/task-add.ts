import { ToolError } from "../contract/tool-error.js";
import type { Task, TaskList } from "../generated/contract.js";
import type { ToolOf } from "./tool.js";

const EMPTY: TaskList = { goal: "", decisions: [], tasks: [] };

/** Adds a task to the open cycle, with or without a plan. Goal and decisions belong to the cycle, not to the task. */
export const taskAdd: ToolOf<"task_add"> = {
  reads: ["tasks"],
  writes: true,

  run({ tasks: stored }, { goal, decisions = [], title, context, deps = [], ...optional }, { now }) {
    const list = stored ?? EMPTY;
    const id = list.tasks.reduce((highest, task) => Math.max(highest, task.id), 0) + 1;
    checkDeps(deps, id);
    const task: Task = { id, title, context, status: "pending", deps, ...optional, created_at: now };
    return {
      changes: {
        tasks: {
          ...list,
          goal: goal ?? list.goal,
          decisions: [...list.decisions, ...decisions],
          tasks: [...list.tasks, task],
        },
      },
      answer: { task },
    };
  },
};

/** Accepts only lower ids, so that no task depends on itself and deps form no cycle (`core.task_add.deps-unknown`). */
function checkDeps(deps: readonly number[], id: number): void {
  const dep = deps.find((candidate) => candidate >= id);
  if (dep !== undefined) throw ToolError.of("UNKNOWN_DEPENDENCY", { dep, id });
}
