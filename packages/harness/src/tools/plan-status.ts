import type { ToolOf } from "./tool.js";

export const planStatus: ToolOf<"plan_status"> = {
  reads: ["plan"],
  writes: false,

  run({ plan }) {
    if (plan === null) return { changes: {}, answer: { active: false } };
    const { id, topic, issues, research_summary } = plan;
    const decided = issues.filter(({ status }) => status === "decided").length;
    return {
      changes: {},
      answer: {
        active: true,
        plan_id: id,
        topic,
        issues,
        ...(research_summary === undefined ? {} : { research_summary }),
        summary: { total: issues.length, pending: issues.length - decided, decided },
      },
    };
  },
};
