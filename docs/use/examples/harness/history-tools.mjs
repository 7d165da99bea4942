export const history_search = {
  reads: ["history"],
  run({ history }, { query = "", last_n = 10 }) {
    const found = (history?.cycles ?? []).filter((cycle) => holdsText(cycle, query.toUpperCase()));
    const cycles = found.slice(-last_n).map(summaryOf);
    return { answer: { total: found.length, showing: cycles.length, cycles } };
  },
};

/** In the values: the names of the fields are the same in every cycle. A letter may have two small forms, as sigma has. */
function holdsText(value, query) {
  if (query === "") return true;
  if (typeof value === "object" && value !== null) return Object.values(value).some((each) => holdsText(each, query));
  return value !== null && String(value).toUpperCase().includes(query);
}

function summaryOf({ completed_at, branch, plan, tasks }) {
  const decided = plan?.issues.filter(({ status }) => status === "decided");
  const decisions = decided?.map(({ title, decision = "" }) => ({ title, decision }));
  return { completed_at, branch, ...(plan && { topic: plan.topic, decisions }), task_count: tasks.length };
}
