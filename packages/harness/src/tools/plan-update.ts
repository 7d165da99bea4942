import { ToolError } from "../contract/tool-error.js";
import type { Issue, Plan, PlanUpdateAnswer, PlanUpdateParams } from "../generated/contract.js";
import type { ToolOf } from "./tool.js";

/** Changes the agenda. Everything that an action does not name stays unchanged, including fields of newer versions. */
export const planUpdate: ToolOf<"plan_update"> = {
  reads: ["plan"],
  writes: true,

  run({ plan }, params) {
    if (plan === null) throw ToolError.of("NO_ACTIVE_PLAN", {});
    const { issues, answer } = ACTIONS[params.action](plan, params);
    return { changes: { plan: { ...plan, issues } }, answer };
  },
};

type Action = (
  plan: Plan,
  params: PlanUpdateParams,
) => { readonly issues: readonly Issue[]; readonly answer: PlanUpdateAnswer };

const ACTIONS: Readonly<Record<PlanUpdateParams["action"], Action>> = {
  add({ issues }, { title }) {
    if (title === undefined) throw ToolError.of("TITLE_REQUIRED", {});
    const id = issues.reduce((highest, issue) => Math.max(highest, issue.id), 0) + 1;
    const issue: Issue = { id, title, status: "pending" };
    return { issues: [...issues, issue], answer: { added: true, issue } };
  },

  remove(plan, params) {
    const { id, title } = issueOf(plan, params);
    return { issues: plan.issues.filter((issue) => issue.id !== id), answer: { removed: true, issue: { id, title } } };
  },

  edit(plan, { issue_id, title }) {
    if (issue_id === undefined || title === undefined) throw ToolError.of("ISSUE_ID_AND_TITLE_REQUIRED", {});
    const issue = { ...findIssue(plan, issue_id), title };
    const { id, status } = issue;
    return { issues: withIssue(plan, issue), answer: { edited: true, issue: { id, title, status } } };
  },

  /** Withdraws the decision but keeps the analysis, which is still valid. */
  reopen(plan, params) {
    const { decision: _, ...rest } = issueOf(plan, params);
    const { id, title } = rest;
    return {
      issues: withIssue(plan, { ...rest, status: "pending" }),
      answer: { reopened: true, issue: { id, title, status: "pending" } },
    };
  },
};

function issueOf(plan: Plan, { action, issue_id }: PlanUpdateParams): Issue {
  if (issue_id === undefined) throw ToolError.of("ISSUE_ID_REQUIRED", { action });
  return findIssue(plan, issue_id);
}

function findIssue({ issues }: Plan, id: number): Issue {
  const issue = issues.find((each) => each.id === id);
  if (issue === undefined) throw ToolError.of("ISSUE_NOT_FOUND", { id });
  return issue;
}

function withIssue({ issues }: Plan, changed: Issue): readonly Issue[] {
  return issues.map((issue) => (issue.id === changed.id ? changed : issue));
}
