import { exactly } from "../../conformance/fuzz/exactly.js";
import { archived, type CoreState, type Issue, openState, type Plan, timeOfCall } from "./state.js";
import type { Outcome, Reason, ToolModel } from "./tool.js";

/** A plan that an interrupted archive has left is closed as well, but only the requirements about such an archive say so. */
const noPlan = (tool: string, { plan }: CoreState): Reason => ({
  ...(plan === null ? { by: `${tool}.no-plan` } : {}),
  error: { message: "No active plan session" },
});
const needsPlan = (tool: string) => (state: CoreState) =>
  openState(state).plan === null ? noPlan(tool, state) : undefined;

export const planStart: ToolModel = {
  reads: ["plan", "history"],

  run(state, params, key) {
    const { topic, issues, research_summary } = params as {
      readonly topic: string;
      readonly issues: readonly string[];
      readonly research_summary: string;
    };
    const { plan: previous, cycles, areTasksClosed } = openState(state);
    const ids = [previous?.id ?? 0, ...cycles.map(({ plan }) => plan?.id ?? 0)];
    const plan: Plan = {
      id: Math.max(...ids) + 1,
      topic,
      issues: issues.map((title, index) => ({ id: index + 1, title, status: "pending" })),
      research_summary,
      created_at: timeOfCall(`created_${key}`),
    };
    const before = previous === null ? state : archived(state, previous, null, `closed_${key}`);
    const next: CoreState = { ...before, plan: { value: plan } };
    const answer = {
      created: true,
      plan_id: plan.id,
      topic,
      issueCount: issues.length,
      previousArchived: previous !== null,
    };
    const assert_return = exactly(answer);
    // Tasks that a close has left behind may be cleared away here, or by the next call that works on them.
    const cleared = { next: { ...next, tasks: null }, assert_return };
    if (!areTasksClosed) return { next, assert_return };
    return previous === null ? [cleared, { next, assert_return }] : cleared;
  },
};

export const planStatus: ToolModel = {
  reads: ["plan"],

  run(state) {
    const { plan } = openState(state);
    if (plan === null)
      return { next: state, assert_return: exactly({ active: false, plan_id: undefined, topic: undefined }) };
    const { id, topic, issues = [], research_summary } = plan;
    const pending = issues.filter(({ status }) => status === "pending").length;
    const summary = { total: issues.length, pending, decided: issues.length - pending };
    return {
      next: state,
      assert_return: exactly({ active: true, plan_id: id, topic, issues, research_summary, summary }),
    };
  },
};

export const planDecide: ToolModel = {
  reads: ["plan"],
  refuses: needsPlan("plan_decide"),

  run(state, params) {
    const { issue_id, ...decision } = params as { readonly issue_id: number; readonly decision: string };
    const { plan } = openState(state);
    const issue = plan?.issues?.find(({ id }) => id === issue_id);
    if (plan?.issues === undefined || issue === undefined) return { refused: [notFound("plan_decide", issue_id)] };
    if (issue.status === "decided") return { refused: [DECIDED] };
    const issues = plan.issues.map(
      (other): Issue => (other === issue ? { ...issue, status: "decided", ...decision } : other),
    );
    const remaining = issues
      .filter(({ status }) => status === "pending")
      .map(({ id, title, status }) => ({ id, title, status }));
    const isLast = remaining.length === 0;
    return {
      next: { ...state, plan: { value: { ...plan, issues } } },
      assert_return: {
        ...exactly({
          decided: true,
          issue: issue.title,
          allComplete: isLast,
          remaining: isLast ? undefined : remaining,
        }),
        "$.message": isLast ? { type: "string", minLength: 1 } : { absent: true },
      },
    };
  },
};

export const planUpdate: ToolModel = {
  reads: ["plan"],
  refuses: needsPlan("plan_update"),

  run(state, params) {
    const { plan } = openState(state);
    if (plan === null) return { refused: [noPlan("plan_update", state)] };
    const { action, ...given } = params as unknown as { readonly action: keyof typeof UPDATES } & Given;
    return UPDATES[action](state, { issues: [], ...plan }, given);
  },
};

type Agenda = Plan & Required<Pick<Plan, "issues">>;

interface Given {
  readonly issue_id?: number;
  readonly title?: string;
}

const UPDATES = {
  add(state: CoreState, plan: Agenda, { title }: Given): Outcome {
    if (title === undefined) return { refused: [lacks("add-needs-title", "title is required for add")] };
    const id = Math.max(0, ...plan.issues.map((issue) => issue.id)) + 1;
    const issue: Issue = { id, title, status: "pending" };
    return updated(state, plan, [...plan.issues, issue], { "$.added": true, ...answered(issue) });
  },

  remove(state: CoreState, plan: Agenda, { issue_id }: Given): Outcome {
    if (issue_id === undefined) return { refused: [lacks("remove-needs-id", "issue_id is required for remove")] };
    if (!plan.issues.some(({ id }) => id === issue_id)) return { refused: [notFound("plan_update", issue_id)] };
    const rest = plan.issues.filter(({ id }) => id !== issue_id);
    return updated(state, plan, rest, { "$.removed": true, "$.issue.id": issue_id });
  },

  edit(state: CoreState, plan: Agenda, { issue_id, title }: Given): Outcome {
    if (issue_id === undefined || title === undefined) {
      return { refused: [lacks("edit-needs-both", "issue_id and title are required for edit")] };
    }
    const issue = plan.issues.find(({ id }) => id === issue_id);
    if (issue === undefined) return { refused: [notFound("plan_update", issue_id)] };
    const issues = plan.issues.map((other) => (other === issue ? { ...issue, title } : other));
    return updated(state, plan, issues, { "$.edited": true, "$.issue.id": issue_id, "$.issue.title": title });
  },

  reopen(state: CoreState, plan: Agenda, { issue_id }: Given): Outcome {
    if (issue_id === undefined) return { refused: [lacks("reopen-needs-id", "issue_id is required for reopen")] };
    const issue = plan.issues.find(({ id }) => id === issue_id);
    if (issue === undefined) return { refused: [notFound("plan_update", issue_id)] };
    const { decision: _, ...rest } = issue;
    const open = { ...rest, status: "pending" } as Issue;
    const issues = plan.issues.map((other) => (other === issue ? open : other));
    return updated(state, plan, issues, { "$.reopened": true, ...answered(open) });
  },
};

function updated(
  state: CoreState,
  plan: Plan,
  issues: readonly Issue[],
  assert_return: Readonly<Record<string, unknown>>,
): Outcome {
  return { next: { ...state, plan: { value: { ...plan, issues } } }, assert_return };
}

function answered({ id, title, status }: Issue) {
  return { "$.issue.id": id, "$.issue.title": title, "$.issue.status": status };
}

const DECIDED: Reason = {
  by: "plan_decide.decided-refused",
  error: { mentions: ["reopen"] },
};

function notFound(tool: string, id: number): Reason {
  return { by: `${tool}.unknown-issue`, error: { message: `Issue ${id} not found` } };
}

function lacks(by: string, message: string): Reason {
  return { by: `plan_update.${by}`, error: { message } };
}
