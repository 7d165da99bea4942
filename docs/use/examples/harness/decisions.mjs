import * as toolkit from "nexus-core/toolkit";
import { gate } from "./gate.mjs";
import { agentOf, manifest } from "./manifest.mjs";
import { answerOf } from "./resume-instead.mjs";

const { tags, memory_policy } = manifest.vocabulary;

export const detect_tags = ({ message }) => toolkit.detectTags(message, tags);

export function check_report({ message, role, task_id: taskId, acceptance, changed_files: changedFiles }) {
  const broken = toolkit.checkReport(message, { role, taskId, acceptance, changedFiles });
  return {
    report: toolkit.parseReport(message).report ?? null,
    broken: toolkit.REPORT_INVARIANTS.map(({ id }) => id).filter((id) =>
      broken.some(({ invariant }) => invariant === id),
    ),
  };
}

export const effective_capabilities = ({ agent, additions }) => ({
  capabilities: [...toolkit.effectiveCapabilities(roleOf(agent), additions)],
});

export function gate_tool_use({ tool, semantic_classes: classes, agent, additions, has_tasks: hasTasks, activity }) {
  const role = agent === undefined ? undefined : roleOf(agent);
  const { allowed, capability, reason } = gate({ tool, classes, role, additions, hasTasks, activity });
  return { allowed, ...(capability && { capability }), ...(reason && { reason }) };
}

export function evaluate_resume({ tier, policy, target_files: targetFiles, can_resume: canResume, previous }) {
  const { agent_id: agentId, files, edited_by_others: editedByOthers } = previous ?? {};
  const session = previous && { agentId, files, editedByOthers };
  return answerOf(toolkit.evaluateResume({ tier, policy, targetFiles, canResume, previous: session }));
}

export function render_task_prompt({ task, knowledge_index: knowledgeIndex, tool_names: toolNames, ...extras }) {
  return { prompt: toolkit.renderTaskPrompt(task, { knowledgeIndex, toolNames, ...extras }) };
}

export const skill_candidates = () => ({ skills: toolkit.skillCandidates(manifest).map(({ id }) => id) });

export const parse_memory_name = ({ name }) => toolkit.parseMemoryName(name, memory_policy);

export const merge_access_logs = ({ logs }) => toolkit.mergeAccessLogs(...logs);

export function forgetting_candidates({ records, files, thresholds, now, cycles }) {
  const changes = files.map(({ path, changed_at: changedAt }) => ({ path, changedAt }));
  return { candidates: toolkit.forgettingCandidates(records, changes, { thresholds }, new Date(now), cycles) };
}

export const knowledge_index = ({ files }) => ({ index: toolkit.knowledgeIndex(files) });

function roleOf(name) {
  const role = agentOf(name);
  if (role === undefined) throw new Error(`${name} is no agent of the manifest`);
  return role;
}
