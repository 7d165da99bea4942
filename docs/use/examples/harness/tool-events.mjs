import { countRead } from "./access-log.mjs";
import { gate, isEdit } from "./gate.mjs";
import { agentOf } from "./manifest.mjs";
import { projectFile } from "./project-file.mjs";
import { entryOf, together, withEntry } from "./tracker.mjs";

export function pre_tool_use({ tracker, hasTasks }, params) {
  const { tool, semantic_classes: classes, agent_id: id, additions, activity } = params;
  const name = params.agent_name ?? entryOf(tracker, id)?.agent_name;
  const role = agentOf(name);
  const isUnknown = role === undefined && (name ?? id) !== undefined;
  const warnings = isUnknown ? [`${name ?? id} is no agent of the manifest: only additions are denied to it.`] : [];
  try {
    const { allowed, reason, capability } = gate({ tool, classes, role, additions, hasTasks, activity });
    if (allowed) return { answer: { decision: "allow", warnings } };
    return { answer: { decision: "block", reason, ...(capability && { capability }), warnings } };
  } catch (error) {
    return { answer: { decision: "block", reason: error.message, warnings } }; // an unknown denial
  }
}

export function post_tool_use({ tracker, namespace }, params, { now, project }) {
  const { tool, semantic_classes: classes = [], agent_id, agent_name, status = "ok", error } = params;
  const file_path = params.file_path && projectFile(project, params.file_path);
  const entry = entryOf(tracker, agent_id);
  const isDone = status === "ok" && file_path !== undefined;
  const edit = isDone && isEdit(classes);
  const toolLog = { timestamp: now, agent_id, agent_name, tool, file_path, ...(edit && { edit }), status, error };
  const changes = { toolLog };
  if (edit && entry !== undefined) {
    const files_touched = together(entry.files_touched, [file_path]);
    changes.tracker = withEntry(tracker, { ...entry, files_touched });
  }
  if (isDone && !edit && classes.includes("file_read") && file_path.startsWith(".nexus/memory/")) {
    const reader = agent_name ?? entry?.agent_name ?? agent_id ?? "lead";
    changes.accessLog = countRead(namespace.accessLog, file_path, reader, now);
  }
  return { changes };
}
