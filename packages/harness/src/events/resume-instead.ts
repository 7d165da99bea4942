import { evaluateResume } from "nexus-core/toolkit";
import type { SpawnResume, Task, TrackedAgent } from "../generated/contract.js";
import type { EventState } from "./event.js";
import { agentOf } from "./manifest.js";
import { filesTogether } from "./tracked-agents.js";

/**
 * Whether a task may go to an earlier session of a role instead of the one that is about to start: the one that the
 * task names as its owner, or the last one that has completed.
 */
export function resumeInstead(
  { owner_agent_id: ownerId, owner_reuse_policy: policy, target_files: targetFiles }: Task,
  { agent_id: newId, agent_name: name }: { readonly agent_id: string; readonly agent_name: string },
  state: EventState,
): SpawnResume {
  const sessions = state.tracker.filter(
    (entry) => entry.agent_name === name && entry.agent_id !== newId && entry.status === "completed",
  );
  const session = sessions.find(({ agent_id: id }) => id !== undefined && id === ownerId) ?? sessions.at(-1);
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
            files: session.files_touched,
            editedByOthers: editsSince(session, state),
          },
        }),
  });
  const { decision, reread, reason } = result;
  return { decision, ...(decision === "resume" ? { agent_id: result.agentId } : {}), reread, reason };
}

/**
 * Files that others have changed since a session ended: by the log of tools, which has the edits of Lead too, and by
 * the tracker. Without a log nothing is known but what the tracker proves.
 */
function editsSince(session: TrackedAgent, { tracker, loggedEdits }: EventState): readonly string[] | undefined {
  const log = loggedEdits();
  const end = session.stopped_at;
  if (end === undefined) return undefined;
  const isLater = (time: string | undefined) => time === undefined || Date.parse(time) >= Date.parse(end);
  const logged = (log ?? [])
    .filter(({ agent_id: id, timestamp }) => id !== session.agent_id && isLater(timestamp))
    .flatMap(({ file_path: file }) => file ?? []);
  const tracked = tracker
    .filter((entry) => entry !== session && isLater(entry.stopped_at))
    .map(({ files_touched: files }) => files);
  const edits = filesTogether(logged, ...tracked);
  return log === undefined && edits.length === 0 ? undefined : edits;
}
