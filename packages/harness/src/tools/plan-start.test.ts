import { expect, test } from "vitest";
import type { Cycle, Plan } from "../generated/contract.js";
import type { Moment, OpenState } from "../tool.js";
import { planStart } from "./plan-start.js";

const moment: Moment = { now: "2026-03-01T09:00:00.000Z", branch: "main" };
const params = { topic: "Search", issues: ["Which index", "Which ranking"], research_summary: "Read" };
const nothing: OpenState = { plan: null, tasks: null, history: null, leftovers: [] };
const plan = (id: number): Plan => ({ id, topic: "Old", issues: [], created_at: "2026-01-01T00:00:00Z" });
const cycle = (archived: Plan | null): Cycle => ({
  completed_at: "2026-02-01T00:00:00Z",
  branch: "main",
  plan: archived,
  tasks: [],
});

test("the first plan is written and history is left alone", () => {
  expect(planStart.run(nothing, params, moment)).toEqual({
    changes: {
      plan: {
        id: 1,
        topic: "Search",
        issues: [
          { id: 1, title: "Which index", status: "pending" },
          { id: 2, title: "Which ranking", status: "pending" },
        ],
        research_summary: "Read",
        created_at: moment.now,
      },
    },
    answer: { created: true, plan_id: 1, topic: "Search", issueCount: 2, previousArchived: false },
  });
});

test("the plan that is replaced goes to the end of history, without tasks", () => {
  const history = { cycles: [cycle(plan(1))], x_project: "kept" };
  const { changes, answer } = planStart.run({ ...nothing, plan: plan(2), history }, params, moment);
  expect(changes.history).toEqual({
    x_project: "kept",
    cycles: [
      cycle(plan(1)),
      { schema_version: "0.11", completed_at: moment.now, branch: "main", plan: plan(2), tasks: [] },
    ],
  });
  expect(answer).toMatchObject({ plan_id: 3, previousArchived: true });
});

test.each([
  { active: null, archived: [], id: 1 },
  { active: null, archived: [null], id: 1 },
  { active: null, archived: [5, 2, null], id: 6 },
  { active: 4, archived: [9, 3], id: 10 },
  { active: 12, archived: [2], id: 13 },
])("with the plan $active over $archived in history the new id is $id", ({ active, archived, id }) => {
  const state: OpenState = {
    ...nothing,
    plan: active === null ? null : plan(active),
    history: { cycles: archived.map((number) => cycle(number === null ? null : plan(number))) },
  };
  expect(planStart.run(state, params, moment).answer.plan_id).toBe(id);
});

test("a long history does not overflow the stack", () => {
  const cycles = Array.from({ length: 200_000 }, (_, index) => cycle(plan(index + 1)));
  expect(planStart.run({ ...nothing, history: { cycles } }, params, moment).answer.plan_id).toBe(200_001);
});
