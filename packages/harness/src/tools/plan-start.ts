import { appendCycle, cycleOf } from "../archive.js";
import type { History, Plan } from "../generated/contract.js";
import type { ToolOf } from "../tool.js";

/** Starts a plan, and archives the one it replaces. Tasks stay open: they are closed by `task_close` alone. */
export const planStart: ToolOf<"plan_start"> = {
  reads: ["plan", "history"],

  run({ plan: previous, history }, { topic, issues, research_summary }, moment) {
    const plan: Plan = {
      id: highestPlanId(previous, history) + 1,
      topic,
      issues: issues.map((title, index) => ({ id: index + 1, title, status: "pending" })),
      research_summary,
      created_at: moment.now,
    };
    return {
      changes: {
        plan,
        ...(previous === null ? {} : { history: appendCycle(history, cycleOf(previous, null, moment)) }),
      },
      answer: {
        created: true,
        plan_id: plan.id,
        topic,
        issueCount: plan.issues.length,
        previousArchived: previous !== null,
      },
    };
  },
};

/** History may hold higher ids than the active plan, when somebody else wrote it (`core.plan_start.id-rises`). */
function highestPlanId(plan: Plan | null, history: History | null): number {
  const archived = history?.cycles.map((cycle) => cycle.plan?.id ?? 0) ?? [];
  return [plan?.id ?? 0, ...archived].reduce((highest, id) => Math.max(highest, id), 0);
}
