import { exactly, itemsAt, Matching } from "../../conformance/fuzz/exactly.js";
import { definedOnly } from "./defined-only.js";
import { PARAMS } from "./params.js";
import {
  archived,
  BRANCH,
  type CoreState,
  contentOf,
  isComplete,
  openState,
  type Task,
  type TaskList,
  timeOfCall,
} from "./state.js";
import type { Reason, ToolModel } from "./tool.js";

/** Tasks that an interrupted close has left are closed as well, but only the requirements about such a close say so. */
const noFile = ({ tasks }: CoreState): Reason => ({
  ...(tasks === null ? { by: "task_update.no-file" } : {}),
  error: { message: "tasks.json not found" },
});

const NOTHING_YET: TaskList = { goal: "", decisions: [], tasks: [] };

/** The optional fields of a task. A field that was not given is absent. */
const OPTIONAL = Object.entries(PARAMS.task_add)
  .filter(([name, spec]) => !("isRequired" in spec) && !["deps", "goal", "decisions"].includes(name))
  .map(([name]) => name);

/** A task with each optional field that it does not have said to be absent. */
export function wholeTask(task: Task): Readonly<Record<string, unknown>> {
  return { ...Object.fromEntries(OPTIONAL.map((name) => [name, undefined])), ...task };
}

export const taskAdd: ToolModel = {
  reads: ["tasks"],

  run(state, params, key) {
    const {
      goal,
      decisions = [],
      title,
      context,
      deps = [],
      ...optional
    } = params as unknown as Required<Pick<Task, "title" | "context">> & {
      readonly deps?: readonly number[];
      readonly goal?: string;
      readonly decisions?: readonly string[];
    };
    const list = openState(state).tasks ?? NOTHING_YET;
    const id = Math.max(0, ...list.tasks.map((task) => task.id)) + 1;
    const wrong = deps.find((dep) => dep >= id);
    if (wrong !== undefined) {
      const error = { mentions: [String(wrong)] };
      return { refused: [{ by: "task_add.deps-unknown", error }] };
    }
    const made = { id, title, context, status: "pending", deps, ...optional } as const;
    const task: Task = { ...made, created_at: timeOfCall(`created_${key}`) };
    return {
      next: {
        ...state,
        tasks: {
          value: {
            ...list,
            // An empty part may be filled in or left out.
            ...definedOnly({ goal: goal ?? list.goal }),
            ...(decisions.length === 0 ? {} : { decisions: [...(list.decisions ?? []), ...decisions] }),
            tasks: [...list.tasks, task],
          },
        },
      },
      assert_return: exactly({ task: wholeTask(task) }),
      capture: { [`created_${key}`]: "$.task.created_at" },
    };
  },
};

export const taskList: ToolModel = {
  reads: ["tasks"],

  run(state) {
    const { tasks: list } = openState(state);
    if (list === null) return { next: state, assert_return: { "$.exists": false } };
    const { goal = "", tasks } = list;
    const summary = { ...counted(tasks), blocked: countOf(tasks, "in_progress"), ready: readyIn(tasks) };
    return { next: state, assert_return: { ...exactly({ goal, summary }), ...itemsAt("/tasks", tasks, isComplete) } };
  },
};

export const taskUpdate: ToolModel = {
  reads: ["tasks"],
  refuses: (state) => (openState(state).tasks === null ? noFile(state) : undefined),

  run(state, params) {
    const { id, status } = params as unknown as Pick<Task, "id" | "status">;
    const { tasks: list } = openState(state);
    const found = list?.tasks.find((task) => task.id === id);
    if (list === null || found === undefined) {
      return { refused: [{ by: "task_update.unknown-task", error: { message: `Task id ${id} not found` } }] };
    }
    const task = { ...found, status };
    const tasks = list.tasks.map((other) => (other === found ? task : other));
    return { next: { ...state, tasks: { value: { ...list, tasks } } }, assert_return: exactly({ task }) };
  },
};

export const taskClose: ToolModel = {
  reads: ["plan", "tasks", "history"],

  run(state, _params, key) {
    const { plan, tasks, isPlanClosed, areTasksClosed, cycles } = openState(state);
    // Nothing is open but what an interrupted close has left: the call finishes that close.
    const isFinishing = plan === null && tasks === null && (isPlanClosed || areTasksClosed);
    const done = isFinishing ? state : archived(state, plan, tasks, `closed_${key}`);
    const [cycle] = (contentOf(done.history)?.cycles ?? []).slice(-1);
    if (cycle === undefined) throw new Error("a cycle was archived");
    const listed = cycle.decisions?.length ?? 0;
    const decided = cycle.plan?.issues?.filter(({ status }) => status === "decided").length ?? 0;
    const decisions = decided > 0 && listed > 0 ? { one_of: [decided, listed] } : decided + listed;
    const deleted = [...(state.plan === null ? [] : ["plan.json"]), ...(state.tasks === null ? [] : ["tasks.json"])];
    const { completed_at, tasks: { length: taskCount } = [] } = cycle;
    return {
      next: { ...done, plan: null, tasks: null },
      assert_return: {
        "$.closed": true,
        "$.cycle": completed_at instanceof Matching ? completed_at.matcher : (completed_at ?? { type: "iso8601" }),
        "$.branch": cycle.branch ?? { type: "string" },
        "$.archived.plan": (cycle.plan ?? null) !== null,
        "$.archived.decisions": decisions,
        "$.archived.tasks": taskCount,
        "$.deleted": { length: deleted.length, ...(deleted.length === 1 ? { contains: deleted[0] } : {}) },
        "$.total_cycles": isFinishing ? cycles.length : cycles.length + 1,
        "$.memoryHint.taskCount": taskCount,
        "$.memoryHint.decisionCount": decisions,
        "$.memoryHint.cycleTopics": [cycle.plan?.topic ?? "", cycle.goal ?? ""].filter((topic) => topic !== ""),
      },
      ...(isFinishing ? {} : { capture: { [`closed_${key}`]: "$.cycle" } }),
    };
  },
};

export const context: ToolModel = {
  reads: [],

  run(state: CoreState) {
    // It works with broken files, and an implementation decides what it can still read of them.
    if (state.tasks !== null && "broken" in state.tasks) return { next: state, assert_return: { "$.branch": BRANCH } };
    const { tasks: list } = openState(state);
    const nothing = { branch: BRANCH, activeMode: null, goal: undefined, tasksSummary: undefined, decisions: [] };
    if (list === null) return { next: state, assert_return: exactly(nothing) };
    const { goal = "", decisions = [], tasks } = list;
    const answer = { branch: BRANCH, activeMode: "team", goal, tasksSummary: counted(tasks), decisions };
    return { next: state, assert_return: exactly(answer) };
  },
};

function counted(tasks: readonly Task[]) {
  return { total: tasks.length, completed: countOf(tasks, "completed"), pending: countOf(tasks, "pending") };
}

function countOf(tasks: readonly Task[], wanted: Task["status"]): number {
  return tasks.filter(({ status }) => status === wanted).length;
}

/** A dependency that names no task is never completed. */
function readyIn(tasks: readonly Task[]): readonly number[] {
  const completed = new Set(tasks.filter(({ status }) => status === "completed").map(({ id }) => id));
  return tasks
    .filter(({ status, deps = [] }) => status === "pending" && deps.every((dep) => completed.has(dep)))
    .map(({ id }) => id);
}
