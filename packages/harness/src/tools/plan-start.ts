import type { Plan } from "../generated/contract.js";
import { cycleOf } from "./archive.js";
import type { ToolOf } from "./tool.js";

/** Starts a plan and archives the one it replaces. Tasks stay open, because only `task_close` closes them. */
export const planStart: ToolOf<"plan_start"> = {
  reads: ["plan", "history"],
  writes: true,

  run({ plan: previous, history, leftovers }, { topic, issues, research_summary }, moment) {
    const plan: Plan = {
      // Another program may have written higher ids into history (`core.plan_start.id-rises`).
      id: Math.max(previous?.id ?? 0, history?.highestPlanId ?? 0) + 1,
      topic,
      issues: issues.map((title, index) => ({ id: index + 1, title, status: "pending" })),
      research_summary,
      created_at: moment.now,
    };
    return {
      changes: {
        plan,
        ...(previous === null ? {} : { archive: cycleOf(previous, null, moment) }),
        ...(leftovers.some(({ file }) => file === "tasks") ? { tasks: null } : {}),
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
