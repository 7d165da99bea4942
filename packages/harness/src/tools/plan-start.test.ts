import { expect, test } from "vitest";
import type { Cycle, Plan } from "../generated/contract.js";
import type { OpenState } from "../store/state.js";
import { planStart } from "./plan-start.js";
import type { Moment } from "./tool.js";

const moment: Moment = { now: "2026-03-01T09:00:00.000Z", branch: "main", root: "/project" };
const params = { topic: "Search", issues: ["Which index", "Which ranking"], research_summary: "Read" };
const nothing: OpenState = { plan: null, tasks: null, history: null, leftovers: [], cycles: () => [] };
const plan = (id: number): Plan => ({ id, topic: "Old", issues: [], created_at: "2026-01-01T00:00:00Z" });
const cycle = (archived: Plan | null) =>
  ({ completed_at: "2026-02-01T00:00:00Z", branch: "main", plan: archived, tasks: [] }) satisfies Cycle;

test("the first plan is written and history stays unchanged", () => {
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

test("the replaced plan is appended to history without tasks", () => {
  const history = { count: 1, highestPlanId: 1, last: cycle(plan(1)) };
  const { changes, answer } = planStart.run({ ...nothing, plan: plan(2), history }, params, moment);
  expect(changes.archive).toEqual({
    schema_version: "0.11",
    completed_at: moment.now,
    branch: "main",
    plan: plan(2),
    tasks: [],
  });
  expect(changes).not.toHaveProperty("tasks");
  expect(answer).toMatchObject({ plan_id: 3, previousArchived: true });
});

test.each([
  { active: null, highest: 0, id: 1 },
  { active: null, highest: 5, id: 6 },
  { active: 4, highest: 9, id: 10 },
  { active: 12, highest: 2, id: 13 },
])("with the plan $active and $highest as the highest in history the new id is $id", ({ active, highest, id }) => {
  const state: OpenState = {
    ...nothing,
    plan: active === null ? null : plan(active),
    history: { count: 3, highestPlanId: highest, last: cycle(null) },
  };
  expect(planStart.run(state, params, moment).answer.plan_id).toBe(id);
});
