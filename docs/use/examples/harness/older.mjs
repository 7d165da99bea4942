/** Adds to a state file what the tools need and an older version may not have written. All else stays as it is. */
export const completed = {
  plan: (file) => ({ ...withId(file), issues: listIn(file, "issues").map(issue) }),
  tasks: (file) => ({ goal: "", decisions: [], ...file, tasks: listIn(file, "tasks").map(task) }),
  history: (file) => ({ ...file, cycles: listIn(file, "cycles").map(cycle) }),
};

function cycle({ plan, ...rest }) {
  return { ...rest, plan: plan ? completed.plan(plan) : null, tasks: listIn(rest, "tasks").map(task) };
}

function issue(old) {
  const isDecided = (old.decision ?? old.summary) !== undefined; // the decision was once called summary
  return { status: isDecided ? "decided" : "pending", ...withId(old) };
}

function task({ deps, ...rest }) {
  return { ...withId(rest), deps: (deps ?? []).map(Number) };
}

/** Some harnesses write ids as text. */
function withId(old) {
  return typeof old.id === "string" ? { ...old, id: Number(old.id) } : old;
}

function listIn(holder, name) {
  const list = holder[name] ?? [];
  if (Array.isArray(list)) return list;
  throw new Error(`${name} is not a list`);
}
