import type { AgentTracker, PostToolUseParams } from "../generated/contract.js";
import { isMemoryFile } from "../store/memory-path.js";
import { withRead } from "./access-log.js";
import type { EventChanges, EventOf, EventState } from "./event.js";
import { projectFile } from "./project-file.js";
import { isEdit, isRead } from "./semantic-classes.js";
import { toolLogEntry } from "./tool-log.js";
import { agentIn, filesTogether, withChanged } from "./tracked-agents.js";

/** The acting agent if the event names none. */
const LEAD = "lead";

export const postToolUse: EventOf<"post_tool_use"> = {
  writes: true,
  creates: true,

  run(state, params, { now, root }) {
    const file = params.file_path === undefined ? undefined : projectFile(root, params.file_path);
    const changes: EventChanges = {
      toolLog: toolLogEntry(params, file, now),
      ...(file === undefined || params.status === "error" ? {} : effects(state, params, file, now)),
    };
    return { changes, answer: { context: "", warnings: [] } };
  },
};

/** The records that result from a tool reading or changing a file. */
function effects(state: EventState, params: PostToolUseParams, file: string, now: string): EventChanges {
  const { semantic_classes: classes = [], agent_id, agent_name } = params;
  if (isEdit(classes)) return edited(state.tracker, agent_id, file);
  if (!isRead(classes) || !isMemoryFile(file)) return {};
  const reader = agent_name ?? agentIn(state.tracker, agent_id)?.agent_name ?? agent_id ?? LEAD;
  const log = state.accessLog();
  return log === undefined ? {} : { accessLog: withRead(log, file, reader, now) };
}

function edited(tracker: AgentTracker, id: string | undefined, file: string): EventChanges {
  const entry = agentIn(tracker, id);
  if (entry === undefined) return {};
  const known = filesTogether(entry.files_touched);
  if (known.includes(file)) return {};
  const files = filesTogether(known, [file]);
  return { tracker: withChanged(tracker, entry, { ...entry, files_touched: files }) };
}
