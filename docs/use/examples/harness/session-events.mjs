export function session_start({ tracker }, { source }) {
  const goesOn = source === "resume" || source === "compact";
  const running = goesOn ? [] : tracker.filter(({ status }) => status === "running");
  const names = running.map(({ agent_name, agent_id }) => `${agent_name} (${agent_id})`);
  const warnings = names.length === 0 ? [] : [`The last session left agents running: ${names.join(", ")}.`];
  return { changes: { isNewSession: true, tracker: goesOn ? tracker : [] }, answer: { warnings } };
}

export function session_end({ hasTracker, tasks }) {
  const open = tasks.filter(({ status }) => status !== "completed");
  const names = open.map(({ id, title, status }) => `${id} "${title}" (${status})`);
  const isDone = tasks.length > 0 && open.length === 0;
  return {
    changes: hasTracker ? { tracker: null } : {},
    answer: {
      context: isDone ? "Every task is completed. Call task_close, so that the cycle goes into history." : "",
      warnings: open.length === 0 ? [] : [`Not completed: ${names.join(", ")}.`],
    },
  };
}
