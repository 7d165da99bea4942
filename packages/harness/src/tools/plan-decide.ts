import { ToolError } from "../contract/tool-error.js";
import type { Issue, RemainingIssue } from "../generated/contract.js";
import type { ToolOf } from "./tool.js";

/** Records the decision on one issue. The last decision completes the plan and leaves it active. */
export const planDecide: ToolOf<"plan_decide"> = {
  reads: ["plan"],
  writes: true,

  run({ plan }, { issue_id, ...decision }) {
    if (plan === null) throw ToolError.of("NO_ACTIVE_PLAN", {});
    const issue = plan.issues.find(({ id }) => id === issue_id);
    if (issue === undefined) throw ToolError.of("ISSUE_NOT_FOUND", { id: issue_id });
    // Others may already act on the decision, so it must not change silently (`core.plan_decide.decided-refused`).
    if (issue.status === "decided") throw ToolError.of("ISSUE_DECIDED", { id: issue_id });

    const decided: Issue = { ...issue, status: "decided", ...decision };
    const issues = plan.issues.map((other) => (other === issue ? decided : other));
    const remaining = issues.flatMap(pendingOnly);
    return {
      changes: { plan: { ...plan, issues } },
      answer: {
        decided: true,
        issue: issue.title,
        allComplete: remaining.length === 0,
        ...(remaining.length === 0
          ? { message: "Every issue of the plan is decided. Add tasks, or close the cycle." }
          : { remaining }),
      },
    };
  },
};

function pendingOnly({ id, title, status }: Issue): readonly RemainingIssue[] {
  return status !== "decided" ? [{ id, title, status }] : [];
}
