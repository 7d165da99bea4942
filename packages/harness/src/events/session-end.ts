import type { EventOf } from "./event.js";

export const sessionEnd: EventOf<"session_end"> = {
  writes: true,

  run({ tasks: list }) {
    const tasks = list?.tasks ?? [];
    const open = tasks.filter(({ status }) => status !== "completed");
    const names = open.map(({ id, title, status }) => `${id} "${title}" (${status})`);
    const warnings = open.length === 0 ? [] : [`Tasks are not completed: ${names.join(", ")}.`];
    const isDone = tasks.length > 0 && open.length === 0;
    const reminder = "All tasks are completed. Call task_close, so that the cycle goes into history.";
    return { changes: { tracker: null }, answer: { context: isDone ? reminder : "", warnings } };
  },
};
