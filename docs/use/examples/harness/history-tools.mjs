export const history_search = {
  reads: ["history"],
  run({ history }, { query = "", last_n = 10 }) {
    const found = (history?.cycles ?? []).filter((cycle) => holdsText(cycle, query.toUpperCase()));
    const cycles = found.slice(-last_n).map(summaryOf);
    return { answer: { total: found.length, showing: cycles.length, cycles } };
  },
};

/** In the JSON text, where a quote is escaped, or in a value as it was written. A letter may have two small forms, as sigma has. */
function holdsText(value, query) {
  if (JSON.stringify(value).toUpperCase().includes(query)) return true;
  if (typeof value === "object" && value !== null) return Object.values(value).some((each) => holdsText(each, query));
  return String(value).toUpperCase().includes(query);
}

function summaryOf({ completed_at, branch, plan, tasks }) {
  const decided = plan?.issues.filter(({ status }) => status === "decided");
  const decisions = decided?.map(({ title, decision = "" }) => ({ title, decision }));
  return {
    completed_at: withOffset(completed_at),
    branch,
    ...(plan && { topic: plan.topic, decisions }),
    task_count: tasks.length,
  };
}

/** An older version may have written a date alone, or a time without its offset. */
function withOffset(time) {
  const isWhole = /T.*(Z|[+-]\d\d:\d\d)$/.test(time);
  return isWhole || Number.isNaN(Date.parse(time)) ? time : new Date(time).toISOString();
}
