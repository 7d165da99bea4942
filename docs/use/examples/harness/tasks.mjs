import { isLeft } from "./leftovers.mjs";

export const task_add = {
  reads: ["tasks", "history"],
  tolerates: ["history"],
  writes: true,
  run({ tasks: file, history }, { goal, decisions = [], title, context, deps = [], ...optional }, { now }) {
    const list = file === null || isLeft(history, null, file) ? { goal: "", decisions: [], tasks: [] } : file;
    const id = Math.max(0, ...list.tasks.map((task) => task.id)) + 1;
    const unknown = deps.find((dep) => dep >= id);
    if (unknown !== undefined) throw new Error(`deps names ${unknown}, and the new task has the id ${id}`);
    const task = { id, title, context, status: "pending", deps, ...optional, created_at: now };
    const changed = { goal: goal ?? list.goal, decisions: [...list.decisions, ...decisions] };
    return { changes: { tasks: { ...list, ...changed, tasks: [...list.tasks, task] } }, answer: { task } };
  },
};

export const task_close = {
  reads: ["plan", "tasks", "history"],
  writes: true,
  run({ plan, tasks: file, history }, _params, { now, branch }) {
    const cycles = history?.cycles ?? [];
    const { tasks = [], goal, decisions } = file ?? {};
    const fresh = { plan, tasks, ...(file && { goal, decisions }) };
    const isClosed = isLeft(history, plan, file); // then it is not archived again
    const cycle = isClosed ? cycles.at(-1) : { schema_version: "0.11", completed_at: now, branch, ...fresh };
    const decided = cycle.plan?.issues.filter(({ status }) => status === "decided").length ?? 0;
    const decisionCount = Math.max(decided, cycle.decisions?.length ?? 0);
    return {
      changes: { ...(isClosed ? {} : { archive: cycle }), plan: null, tasks: null },
      answer: {
        closed: true,
        cycle: cycle.completed_at,
        branch: cycle.branch,
        archived: { plan: cycle.plan !== null, decisions: decisionCount, tasks: cycle.tasks.length },
        deleted: [...(plan === null ? [] : ["plan.json"]), ...(file === null ? [] : ["tasks.json"])],
        total_cycles: cycles.length + (isClosed ? 0 : 1),
        memoryHint: {
          taskCount: cycle.tasks.length,
          decisionCount,
          cycleTopics: [cycle.plan?.topic, cycle.goal].filter((topic) => topic),
        },
      },
    };
  },
};
