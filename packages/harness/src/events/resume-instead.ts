import { evaluateResume } from "nexus-core/toolkit";
import type { SpawnResume, Task, TrackedAgent } from "../generated/contract.js";
import type { EventState } from "./event.js";
import { agentOf } from "./manifest.js";
import { filesTogether } from "./tracked-agents.js";

/**
 * Whether a task may go to an earlier session of a role instead of the session that is about to start. The candidate is
 * the task's owner, or else the session that completed last.
 */
export function resumeInstead(
  { owner_agent_id: ownerId, owner_reuse_policy: policy, target_files: targetFiles }: Task,
  { agent_id: newId, agent_name: name }: { readonly agent_id: string; readonly agent_name: string },
  state: EventState,
): SpawnResume {
  const sessions = state.tracker.filter(
    (entry) => entry.agent_name === name && entry.agent_id !== newId && entry.status === "completed",
  );
  const session = sessions.find(({ agent_id: id }) => id !== undefined && id === ownerId) ?? lastCompleted(sessions);
  const edits = session === undefined ? [] : editsSince(session, state);
  if (edits === "unknown") {
    const reason = "the log of tools does not tell for sure what others have edited since";
    return { decision: "fresh", reread: false, reason };
  }
  const result = evaluateResume({
    tier: agentOf(name)?.resume_tier,
    policy,
    targetFiles,
    canResume: true,
    ...(session === undefined
      ? {}
      : {
          previous: {
            agentId: session.agent_id,
            files: session.files_touched === undefined ? undefined : filesTogether(session.files_touched),
            editedByOthers: edits,
          },
        }),
  });
  const { decision, reread, reason } = result;
  return { decision, ...(decision === "resume" ? { agent_id: result.agentId } : {}), reread, reason };
}

/** Of sessions that stopped at the same time or at no known one, the last of the tracker. */
function lastCompleted(sessions: readonly TrackedAgent[]): TrackedAgent | undefined {
  const stopped = ({ stopped_at: time }: TrackedAgent) => Date.parse(time ?? "") || 0;
  return sessions.reduce<TrackedAgent | undefined>(
    (last, each) => (last === undefined || stopped(each) >= stopped(last) ? each : last),
    undefined,
  );
}

/**
 * Files that other agents have changed since a session ended, according to the tracker and the tool log. Only the log
 * includes Lead's edits. Without a log, only the tracker counts. An unusable log may hide an edit of any file.
 */
function editsSince(
  session: TrackedAgent,
  { tracker, loggedEdits }: EventState,
): readonly string[] | "unknown" | undefined {
  const end = session.stopped_at;
  const isLater = (time: string | undefined) =>
    time === undefined || end === undefined || Date.parse(time) >= Date.parse(end);
  const logged = loggedEdits(({ agent_id: id, timestamp }) => id !== session.agent_id && isLater(timestamp));
  if (logged === undefined) return "unknown";
  if (end === undefined) return undefined;
  const tracked = tracker
    .filter((entry) => entry !== session && isLater(entry.stopped_at))
    .map(({ files_touched: files }) => files);
  const edits = filesTogether([...(logged ?? [])], ...tracked);
  return logged === null && edits.length === 0 ? undefined : edits;
}
