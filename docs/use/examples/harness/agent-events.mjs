import { effectiveCapabilities, knowledgeIndex } from "nexus-core/toolkit";
import { agentOf } from "./manifest.mjs";
import { projectFile } from "./project-file.mjs";
import { resumeInstead } from "./resume-instead.mjs";
import { entryOf, newEntry, resumed, together, withEntry } from "./tracker.mjs";

export function agent_spawn(state, params, { now }) {
  const { agent_id: id, agent_name: name, additions, task_id } = params;
  const known = entryOf(state.tracker, id);
  const isAgain = known?.status === "completed";
  const entry = isAgain ? resumed(known, now) : (known ?? newEntry(state.namespace.id, params, now));
  const warnings = unfit(name, entry);
  if (known !== undefined) warnings.push(isAgain ? `${id} had completed and goes on.` : `${id} is running already.`);
  const task = state.tasks.find((each) => each.id === task_id);
  if (task_id !== undefined && task === undefined) warnings.push(`There is no task ${task_id}.`);
  const role = agentOf(name);
  return {
    changes: { tracker: withEntry(state.tracker, entry) },
    answer: {
      context: knowledgeIndex(state.knowledge()),
      warnings,
      ...(role && { capabilities: [...effectiveCapabilities(role, additions)] }),
      ...(task && { resume: resumeInstead(task, params, state) }),
    },
  };
}

export function agent_resume({ tracker, namespace }, params, { now }) {
  const known = entryOf(tracker, params.agent_id);
  const entry = resumed(known ?? newEntry(namespace.id, params, now), now);
  return { changes: { tracker: withEntry(tracker, entry) }, answer: { warnings: unseen(known, params, entry) } };
}

export function agent_complete({ tracker, namespace, tasks }, params, { now, project }) {
  const { agent_id: id, last_message, files_touched = [] } = params;
  const known = entryOf(tracker, id);
  const old = known ?? newEntry(namespace.id, params, now);
  const files = files_touched.map((file) => projectFile(project, file));
  const entry = {
    ...old,
    status: "completed",
    stopped_at: now,
    ...(last_message !== undefined && { last_message }),
    files_touched: together(old.files_touched, files),
  };
  const warnings = unseen(known, params, entry);
  if (known?.status === "completed") warnings.push(`${id} had completed already.`);
  const open = tasks.filter((task) => task.status !== "completed" && isOwnedBy(task, entry));
  const names = open.map(({ id: task, title, status }) => `${task} "${title}" (${status})`);
  if (open.length > 0) warnings.push(`${id} came back, and its tasks are not completed: ${names.join(", ")}.`);
  return { changes: { tracker: withEntry(tracker, entry) }, answer: { warnings } };
}

/** A task that names a session is that session's; one that names only a role is anybody's in that role. */
function isOwnedBy({ owner, owner_agent_id }, { agent_id, agent_name }) {
  return owner_agent_id === undefined ? owner !== undefined && owner === agent_name : owner_agent_id === agent_id;
}

function unseen(known, { agent_id, agent_name }, entry) {
  return known === undefined ? [`Nobody has told of the start of ${agent_id}.`, ...unfit(agent_name, entry)] : [];
}

function unfit(name, entry) {
  if (name === undefined || name === entry.agent_name) return [];
  return [`${JSON.stringify(name)} is not recorded as the role of ${entry.agent_id}.`];
}
