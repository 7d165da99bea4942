import { readyTasks } from "nexus-core/toolkit/ready-tasks";
import type { ToolOf } from "./tool.js";

export const taskList: ToolOf<"task_list"> = {
  reads: ["tasks"],
  writes: false,

  run({ tasks: list }) {
    if (list === null) return { changes: {}, answer: { exists: false } };
    const { goal, tasks } = list;
    const count = (status: (typeof tasks)[number]["status"]) => tasks.filter((task) => task.status === status).length;
    const summary = {
      total: tasks.length,
      completed: count("completed"),
      pending: count("pending"),
      blocked: count("in_progress"),
      ready: readyTasks(tasks).map(({ id }) => id),
    };
    return { changes: {}, answer: { exists: true, goal, tasks, summary } };
  },
};
