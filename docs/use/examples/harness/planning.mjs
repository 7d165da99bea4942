import { isLeft } from "./leftovers.mjs";

export const plan_start = {
  reads: ["plan", "tasks", "history"],
  tolerates: ["tasks"],
  writes: true,
  run({ plan, tasks, history }, { topic, issues, research_summary }, { now, branch }) {
    const cycles = history?.cycles ?? [];
    const ids = [plan, ...cycles.map((cycle) => cycle.plan)].map((each) => each?.id ?? 0);
    const next = {
      id: Math.max(...ids) + 1,
      topic,
      issues: issues.map((title, index) => ({ id: index + 1, title, status: "pending" })),
      research_summary,
      created_at: now,
    };
    const isArchived = plan === null || isLeft(history, plan, null);
    const archive = { schema_version: "0.11", completed_at: now, branch, plan, tasks: [] };
    const closed = isLeft(history, null, tasks) ? { tasks: null } : {}; // tasks that are open stay
    return {
      changes: { ...(isArchived ? {} : { archive }), plan: next, ...closed },
      answer: { created: true, plan_id: next.id, topic, issueCount: issues.length, previousArchived: !isArchived },
    };
  },
};

export const plan_decide = {
  reads: ["plan"],
  writes: true,
  run({ plan }, { issue_id, ...decision }) {
    if (plan === null) throw new Error("No active plan session");
    const issue = plan.issues.find(({ id }) => id === issue_id);
    if (issue === undefined) throw new Error(`Issue ${issue_id} not found`);
    if (issue.status === "decided") throw new Error(`Issue ${issue_id} is decided already: reopen it first`);
    const decided = { ...issue, status: "decided", ...decision };
    const issues = plan.issues.map((each) => (each === issue ? decided : each));
    const remaining = issues
      .filter(({ status }) => status === "pending")
      .map(({ id, title, status }) => ({ id, title, status }));
    return {
      changes: { plan: { ...plan, issues } },
      answer: {
        decided: true,
        issue: issue.title,
        allComplete: remaining.length === 0,
        ...(remaining.length === 0 ? { message: "Every issue is decided." } : { remaining }),
      },
    };
  },
};
