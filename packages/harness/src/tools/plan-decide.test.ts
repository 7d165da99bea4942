import { expect, test } from "vitest";
import type { Plan } from "../generated/contract.js";
import type { OpenState } from "../store/state.js";
import { planDecide } from "./plan-decide.js";
import type { Moment } from "./tool.js";

const moment: Moment = { now: "2026-03-01T09:00:00.000Z", branch: "main", root: "/project" };
const plan: Plan = {
  id: 4,
  topic: "Search",
  issues: [
    { id: 5, title: "Which index", status: "pending" },
    { id: 2, title: "Which ranking", status: "decided", decision: "By recency" },
    { id: 3, title: "Which cache", status: "pending" },
  ],
  created_at: "2026-01-01T00:00:00Z",
};
const active: OpenState = { plan, tasks: null, history: null, leftovers: [], cycles: () => [] };

test("a decision changes only its issue and lists the remaining ones in agenda order", () => {
  const how = { how_agents: ["architect"], how_summary: { architect: "Fast" }, how_agent_ids: { architect: "a-1" } };
  const decided = { id: 3, title: "Which cache", status: "decided", decision: "Memory", ...how };
  expect(planDecide.run(active, { issue_id: 3, decision: "Memory", ...how }, moment)).toEqual({
    changes: { plan: { ...plan, issues: [plan.issues[0], plan.issues[1], decided] } },
    answer: {
      decided: true,
      issue: "Which cache",
      allComplete: false,
      remaining: [{ id: 5, title: "Which index", status: "pending" }],
    },
  });
});

test("a decided issue must be reopened before another decision", () => {
  expect(() => planDecide.run(active, { issue_id: 2, decision: "By name" }, moment)).toThrow(
    "Issue 2 is decided already. Reopen it first with plan_update, then decide it again.",
  );
});

test("an unknown issue id is refused with the contract's text", () => {
  expect(() => planDecide.run(active, { issue_id: 1, decision: "Memory" }, moment)).toThrow(/^Issue 1 not found$/u);
});
