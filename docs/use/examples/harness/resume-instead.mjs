import { evaluateResume } from "nexus-core/toolkit";
import { agentOf } from "./manifest.mjs";

/** Whether a task may go to an earlier session of the role: to its owner, or to the last one that has completed. */
export function resumeInstead(task, { agent_id, agent_name }, { tracker, namespace }) {
  const isEarlier = (entry) =>
    entry.agent_name === agent_name && entry.agent_id !== agent_id && entry.status === "completed";
  const sessions = tracker.filter(isEarlier);
  const last = sessions.find((entry) => entry.agent_id === task.owner_agent_id) ?? sessions.at(-1);
  return answerOf(
    evaluateResume({
      tier: agentOf(agent_name)?.resume_tier,
      policy: task.owner_reuse_policy,
      targetFiles: task.target_files,
      canResume: true,
      previous: last && {
        agentId: last.agent_id,
        files: last.files_touched,
        editedByOthers: editsSince(last, tracker, namespace.toolLog),
      },
    }),
  );
}

/** In the names of the contract. */
export function answerOf({ decision, agentId, reread, reason }) {
  return { decision, ...(agentId && { agent_id: agentId }), reread, reason };
}

/** Files that others have changed since, by the log of tools and by the tracker; undefined when they are unknown. */
function editsSince({ agent_id, stopped_at }, tracker, log) {
  const isOther = (each) => each.agent_id !== agent_id;
  const isLater = (time) => !(Date.parse(time) < Date.parse(stopped_at)); // also where no time is known
  const lines = (log ?? []).filter((line) => line.edit && isOther(line) && isLater(line.timestamp));
  const entries = tracker.filter((entry) => isOther(entry) && isLater(entry.stopped_at));
  const edits = [...lines.map((line) => line.file_path), ...entries.flatMap((entry) => entry.files_touched ?? [])];
  return log === undefined && edits.length === 0 ? undefined : edits;
}
