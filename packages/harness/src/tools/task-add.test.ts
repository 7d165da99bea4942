import { expect, test } from "vitest";
import type { TaskList } from "../generated/contract.js";
import type { OpenState } from "../store/state.js";
import { taskAdd } from "./task-add.js";
import type { Moment } from "./tool.js";

const moment: Moment = { now: "2026-03-01T09:00:00.000Z", branch: "main", root: "/project" };
const nothing: OpenState = { plan: null, tasks: null, history: null, leftovers: [], cycles: () => [] };
const list: TaskList = {
  goal: "Find",
  decisions: ["Soon"],
  tasks: [
    { id: 7, title: "Late", context: "Added by hand", status: "completed", deps: [] },
    { id: 3, title: "Early", context: "Moved down", status: "pending", deps: [] },
  ],
};
const added = { id: 8, title: "Build", context: "Index", status: "pending", deps: [], created_at: moment.now };

test("a task is appended with the next id, and the rest of the file stays unchanged", () => {
  const { changes, answer } = taskAdd.run({ ...nothing, tasks: list }, { title: "Build", context: "Index" }, moment);
  expect(changes).toEqual({ tasks: { ...list, tasks: [...list.tasks, added] } });
  expect(answer).toEqual({ task: added });
});

test("goal and decisions are stored on the file, not on the task", () => {
  const params = { title: "Build", context: "Index", goal: "", decisions: ["Later"] };
  const { changes } = taskAdd.run({ ...nothing, tasks: list }, params, moment);
  expect(changes).toEqual({ tasks: { goal: "", decisions: ["Soon", "Later"], tasks: [...list.tasks, added] } });
});

test.each([
  { deps: [7, 3], refusal: null },
  { deps: [5], refusal: null },
  { deps: [8], refusal: "deps names 8, but the new task gets the id 8 and can only wait for a task with a lower one." },
  {
    deps: [3, 99],
    refusal: "deps names 99, but the new task gets the id 8 and can only wait for a task with a lower one.",
  },
])("deps $deps: $refusal", ({ deps, refusal }) => {
  const add = () => taskAdd.run({ ...nothing, tasks: list }, { title: "Build", context: "Index", deps }, moment);
  if (refusal === null) expect(add().answer.task.deps).toEqual(deps);
  else expect(add).toThrow(refusal);
});
