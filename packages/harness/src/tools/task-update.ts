import { ToolError } from "../contract/tool-error.js";
import type { ToolOf } from "./tool.js";

/** Sets a status. Every transition is allowed: work may be resumed, or turn out to be done already. */
export const taskUpdate: ToolOf<"task_update"> = {
  reads: ["tasks"],
  writes: true,

  run({ tasks: list }, { id, status }) {
    if (list === null) throw ToolError.of("NO_TASKS_FILE", {});
    const found = list.tasks.find((task) => task.id === id);
    if (found === undefined) throw ToolError.of("TASK_NOT_FOUND", { id });
    const task = { ...found, status };
    return {
      changes: { tasks: { ...list, tasks: list.tasks.map((each) => (each.id === id ? task : each)) } },
      answer: { task },
    };
  },
};
