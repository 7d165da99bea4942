import { expect, test } from "vitest";
import type { Task } from "../generated/contract.js";
import { restored } from "./restore.js";
import { planIn, type Stored, tasksIn } from "./stored.js";

const list: Stored = {
  x_board: 1,
  decisions: [{ title: "Store", summary: "Keep it in memory" }],
  tasks: [
    { id: "7", title: "Measure", status: "pending", x_own: [] },
    { id: 8, title: "Build", context: "", status: "parked", deps: ["7", "x"], risk: null },
    "a note",
  ],
};

const complete = (task: Task): Task => ({ ...task, status: "completed" });

test("a task list of another version is read in the form of this one", () => {
  expect(tasksIn(list)).toEqual({
    x_board: 1,
    goal: "",
    decisions: ["Keep it in memory"],
    tasks: [
      { id: 7, title: "Measure", context: "", status: "pending", deps: [], x_own: [] },
      { id: 8, title: "Build", context: "", status: "parked", deps: [7, "x"] },
      { id: 0, title: "", context: "", status: "pending", deps: [] },
    ],
  });
});

test("a plan of another version is read in the form of this one", () => {
  const issues = [
    { id: 1, title: "Store", summary: "In memory" },
    { id: 2, title: "Format", status: "pending", summary: "Lines" },
    { id: "3", title: "Size", status: "decided", decision: "Small", how_agents: null },
  ];
  expect(planIn({ id: "4", topic: null, issues, x: 1 })).toEqual({
    id: 4,
    topic: "",
    issues: [
      { id: 1, title: "Store", summary: "In memory", status: "decided", decision: "In memory" },
      { id: 2, title: "Format", status: "pending", summary: "Lines" },
      { id: 3, title: "Size", status: "decided", decision: "Small" },
    ],
    created_at: "",
    x: 1,
  });
  expect(planIn({ id: 1.5 })).toEqual({ topic: "", issues: [], created_at: "" });
});

test("what a call leaves alone is written as it was stored", () => {
  const read = tasksIn(list);
  expect(restored(read, read, list)).toBe(list);
  expect(restored({ ...read, tasks: [...read.tasks] }, read, list)).toEqual(list);
});

test("a change of one task changes only the field that it names", () => {
  const read = tasksIn(list);
  const tasks = read.tasks.map((task) => (task.id === 7 ? complete(task) : task));
  const [first, ...others] = list["tasks"] as readonly Stored[];
  expect(restored({ ...read, tasks }, read, list)).toEqual({
    ...list,
    tasks: [{ ...first, status: "completed" }, ...others],
  });
});

test("decisions are added behind those of another form, and removed members stay away", () => {
  const read = tasksIn(list);
  const { decisions } = list as { decisions: readonly unknown[] };
  expect(restored({ ...read, decisions: [...read.decisions, "Soon"] }, read, list)).toMatchObject({
    decisions: [...decisions, "Soon"],
  });
  const { x_own: _, ...rest } = read.tasks[0] as Task & { readonly x_own: unknown };
  expect(restored({ ...read, tasks: [rest] }, read, list)).toMatchObject({
    tasks: [{ id: "7", title: "Measure", status: "pending" }],
  });
});
