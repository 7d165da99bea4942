export const task_list = {
  reads: ["tasks"],
  run({ tasks: file }) {
    if (file === null) return { answer: { exists: false } };
    const { goal, tasks } = file;
    const isDone = (id) => tasks.find((task) => task.id === id)?.status === "completed";
    const ready = tasks.filter(({ status, deps }) => status === "pending" && deps.every(isDone)).map(({ id }) => id);
    const { in_progress: blocked, ...counts } = count(tasks);
    return { answer: { exists: true, goal, tasks, summary: { ...counts, blocked, ready } } };
  },
};

export const task_update = {
  reads: ["tasks"],
  writes: true,
  run({ tasks: file }, { id, status }) {
    if (file === null) throw new Error("tasks.json not found");
    const found = file.tasks.find((task) => task.id === id);
    if (found === undefined) throw new Error(`Task id ${id} not found`);
    const task = { ...found, status };
    const tasks = file.tasks.map((each) => (each === found ? task : each));
    return { changes: { tasks: { ...file, tasks } }, answer: { task } };
  },
};

export const context = {
  reads: ["tasks"],
  tolerates: ["tasks"],
  run({ tasks: file }, _params, { branch }) {
    if (file === null) return { answer: { branch, activeMode: null, decisions: [] } };
    const { in_progress: _, ...tasksSummary } = count(file.tasks);
    return { answer: { branch, activeMode: "team", goal: file.goal, tasksSummary, decisions: file.decisions } };
  },
};

function count(tasks) {
  const of = (wanted) => tasks.filter(({ status }) => status === wanted).length;
  return {
    total: tasks.length,
    completed: of("completed"),
    pending: of("pending"),
    in_progress: of("in_progress"),
  };
}
