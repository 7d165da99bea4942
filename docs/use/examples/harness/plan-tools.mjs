export const plan_status = {
  reads: ["plan"],
  run({ plan }) {
    if (plan === null) return { answer: { active: false } };
    const { id, topic, issues, research_summary } = plan;
    const decided = issues.filter(({ status }) => status === "decided").length;
    const summary = { total: issues.length, pending: issues.length - decided, decided };
    const research = research_summary === undefined ? {} : { research_summary };
    return { answer: { active: true, plan_id: id, topic, issues, ...research, summary } };
  },
};

export const plan_update = {
  reads: ["plan"],
  writes: true,
  run({ plan }, params) {
    if (plan === null) throw new Error("No active plan session");
    const { issues, answer } = ACTIONS[params.action](plan.issues, params);
    return { changes: { plan: { ...plan, issues } }, answer };
  },
};

const ACTIONS = {
  add(issues, { title }) {
    if (title === undefined) throw new Error("title is required for add");
    const issue = { id: Math.max(0, ...issues.map(({ id }) => id)) + 1, title, status: "pending" };
    return { issues: [...issues, issue], answer: { added: true, issue } };
  },
  remove(issues, { issue_id }) {
    const { id, title } = find(issues, issue_id, "issue_id is required for remove");
    return { issues: issues.filter((issue) => issue.id !== id), answer: { removed: true, issue: { id, title } } };
  },
  edit(issues, { issue_id, title }) {
    const needed = "issue_id and title are required for edit";
    if (title === undefined) throw new Error(needed);
    const { id, status } = find(issues, issue_id, needed);
    const edited = issues.map((issue) => (issue.id === id ? { ...issue, title } : issue));
    return { issues: edited, answer: { edited: true, issue: { id, title, status } } };
  },
  reopen(issues, { issue_id }) {
    const { decision: _, ...issue } = find(issues, issue_id, "issue_id is required for reopen");
    const { id, title } = issue;
    const reopened = issues.map((each) => (each.id === id ? { ...issue, status: "pending" } : each));
    return { issues: reopened, answer: { reopened: true, issue: { id, title, status: "pending" } } };
  },
};

function find(issues, id, messageWithoutId) {
  if (id === undefined) throw new Error(messageWithoutId);
  const issue = issues.find((each) => each.id === id);
  if (issue === undefined) throw new Error(`Issue ${id} not found`);
  return issue;
}
