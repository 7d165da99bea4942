import { definedOnly } from "nexus-core/base";
import {
  checkReport,
  detectTags,
  effectiveCapabilities,
  evaluateResume,
  forgettingCandidates,
  gateToolUse,
  knowledgeIndex,
  mergeAccessLogs,
  parseMemoryName,
  parseReport,
  REPORT_INVARIANTS,
  renderTaskPrompt,
  skillCandidates,
} from "nexus-core/toolkit";
import { ToolError } from "../contract/tool-error.js";
import { capabilityMapOf } from "../events/capability-map.js";
import { agentOf, manifest } from "../events/manifest.js";
import type { EvaluateResumeParams } from "../generated/contract.js";
import type { DecisionName } from "../generated/register.js";
import { memoryPolicy } from "../memory/memory-policy.js";
import type { DecisionOf } from "./decision.js";

/** The pure decisions by their contract names. Each calls a toolkit function with the package's manifest. */
export const DECISIONS: { readonly [Name in DecisionName]: DecisionOf<Name> } = {
  detect_tags: ({ message }) => detectTags(message, manifest.vocabulary.tags),
  check_report: ({ message, role, task_id: taskId, acceptance, changed_files: changedFiles }) => {
    const { agents } = manifest;
    const expected = definedOnly({ role, taskId, acceptance, changedFiles });
    const broken = new Set(checkReport(message, { ...expected, agents }).map(({ invariant }) => invariant));
    return {
      report: (parseReport(message).report as Record<string, unknown> | undefined) ?? null,
      broken: REPORT_INVARIANTS.map(({ id }) => id).filter((id) => broken.has(id)),
    };
  },
  effective_capabilities: ({ agent, additions }) => ({
    capabilities: [...effectiveCapabilities(known(agent, "effective_capabilities"), additions)],
  }),
  gate_tool_use: ({ tool, semantic_classes: classes = [], agent, additions, has_tasks: hasTasks, activity }) => {
    const role = agent === undefined ? { capabilities: [] } : known(agent, "gate_tool_use");
    const capabilities = effectiveCapabilities(role, additions);
    const use = { tool, capabilities, ...definedOnly({ hasTasks, activity }) };
    const exemptions = { artifactWrite: ["artifact_write"] };
    const gate = gateToolUse(use, manifest.vocabulary, capabilityMapOf(tool, classes), exemptions);
    return gate.allowed
      ? gate
      : { allowed: false, ...definedOnly({ capability: gate.capability }), reason: gate.reason };
  },
  evaluate_resume: (params) => {
    const result = evaluateResume(requestOf(params));
    const { decision, reread, reason } = result;
    return { decision, ...(result.decision === "resume" ? { agent_id: result.agentId } : {}), reread, reason };
  },
  render_task_prompt: ({ task, constraints, reread, knowledge_index: index, tool_names: toolNames }) => ({
    prompt: renderTaskPrompt(task, definedOnly({ constraints, reread, knowledgeIndex: index, toolNames })),
  }),
  skill_candidates: () => ({ skills: skillCandidates(manifest).map(({ id }) => id) }),
  parse_memory_name: ({ name }) => parseMemoryName(name, memoryPolicy()),
  merge_access_logs: ({ logs }) => {
    const { records, problems } = mergeAccessLogs(...logs);
    return { records: records.map((record) => ({ ...record })), problems };
  },
  forgetting_candidates: ({ records, files, thresholds, now, cycles }) => ({
    candidates: forgettingCandidates(
      records,
      files.map(({ path, changed_at: changedAt }) => ({ path, ...definedOnly({ changedAt }) })),
      definedOnly({ thresholds }),
      new Date(now),
      cycles,
    ),
  }),
  knowledge_index: ({ files }) => ({ index: knowledgeIndex(files) }),
};

function known(agent: string, tool: DecisionName) {
  const found = agentOf(agent);
  if (found !== undefined) return found;
  const problem = `it must be one of ${manifest.agents.map(({ id }) => id).join(", ")}`;
  throw ToolError.of("INVALID_PARAMETER", { tool, parameter: "agent", problem });
}

function requestOf({ tier, policy, target_files, previous, can_resume }: EvaluateResumeParams) {
  const { agent_id: agentId, files, edited_by_others: editedByOthers } = previous ?? {};
  const session = previous === undefined ? {} : { previous: { agentId, files, editedByOthers } };
  return { tier, policy, targetFiles: target_files, canResume: can_resume, ...session };
}
