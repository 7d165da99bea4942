import type { ToolOf } from "./tool.js";

/** The progress of the work, from all files that can be read (`core.context.tolerates-broken-files`). */
export const context: ToolOf<"context"> = {
  reads: ["tasks"],
  isTolerant: true,
  writes: false,

  run({ tasks: list }, _params, { branch }) {
    if (list === null) return { changes: {}, answer: { branch, activeMode: null, decisions: [] } };
    const { goal, decisions, tasks } = list;
    const count = (status: string) => tasks.filter((task) => task.status === status).length;
    const tasksSummary = { total: tasks.length, completed: count("completed"), pending: count("pending") };
    return { changes: {}, answer: { branch, activeMode: "team", goal, tasksSummary, decisions } };
  },
};
