import type { AgentCompleteParams, TaskList, TrackedAgent } from "../generated/contract.js";
import type { EventOf, EventState } from "./event.js";
import { projectFile } from "./project-file.js";
import { agentIn, filesTogether, type Tracked, withChanged, withNew } from "./tracked-agents.js";

export const agentComplete: EventOf<"agent_complete"> = {
  writes: true,
  creates: true,

  run(state, params, { now, root }) {
    const files = params.files_touched?.map((file) => projectFile(root, file));
    const { tracker, warnings } = completed(state, params, files, now);
    const open = openTasksOf(state.tasks, params.agent_id, agentIn(tracker, params.agent_id)?.agent_name);
    const warning = `Agent ${params.agent_id} came back, but its tasks are not completed: ${open.join(", ")}.`;
    return {
      changes: { tracker },
      answer: { context: "", warnings: [...warnings, ...(open.length === 0 ? [] : [warning])] },
    };
  },
};

function completed(
  { harnessId, tracker }: EventState,
  { agent_id, agent_name, last_message }: AgentCompleteParams,
  files: readonly string[] | undefined,
  now: string,
): Tracked {
  const known = agentIn(tracker, agent_id);
  const end = (entry: Pick<TrackedAgent, "last_message" | "files_touched">) => ({
    status: "completed" as const,
    stopped_at: now,
    ...(last_message === undefined ? {} : { last_message }),
    files_touched: filesTogether(entry.files_touched, files),
  });
  if (known === undefined) {
    const entry = { started_at: now, resume_count: 0, ...end({}) };
    const added = withNew(tracker, { harness_id: harnessId, agent_id, agent_name }, entry);
    const warning = `Agent ${agent_id} came back, but its start is not in the tracker.`;
    return { tracker: added.tracker, warnings: [warning, ...added.warnings] };
  }
  return {
    tracker: withChanged(tracker, known, { ...known, ...end(known) }),
    warnings: known.status === "completed" ? [`Agent ${agent_id} had completed already.`] : [],
  };
}

/**
 * A task that names a session belongs only to that session. A task that names only a role belongs to every agent with
 * that role.
 */
function openTasksOf(tasks: TaskList | null, id: string, name: string | undefined): readonly string[] {
  return (tasks?.tasks ?? [])
    .filter(({ status }) => status !== "completed")
    .filter((task) =>
      task.owner_agent_id === undefined ? name !== undefined && task.owner === name : task.owner_agent_id === id,
    )
    .map((task) => `${task.id} "${task.title}" (${task.status})`);
}
