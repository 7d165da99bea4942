/**
 * nexus-core/toolkit: the decisions of a harness, without the conformance kit, so that a hook that is started for each
 * event does not wait for it.
 * @packageDocumentation
 */

export { type ErrorCode, NexusError } from "../base/errors.js";
export type { ComposedBody, ComposeOptions } from "../content/compose/compose.js";
export {
  expandMacros,
  type InvocationMap,
  type MacroArguments,
  type MacroExpansion,
} from "../content/compose/expand-macros.js";
export { PLAIN_INVOCATIONS } from "../content/compose/plain-invocations.js";
export type { ReadOnly } from "../content/read/read-only.js";
export type { NexusReport } from "../generated/nexus-report.js";
export { checkReport } from "../report/check-report.js";
export type { ExpectedReport, ReportBreach } from "../report/form/expected-report.js";
export type { ReportFinding, ReportInvariantId } from "../report/form/report-finding.js";
export type { ReportExample, ReportInvariant } from "../report/form/report-invariant.js";
export type { ReportSubject } from "../report/form/report-subject.js";
export type { ReportAgent } from "../report/form/roles.js";
export { REPORT_INVARIANTS } from "../report/invariants/all-invariants.js";
export { type ParsedReport, parseReport } from "../report/parse-report.js";
export { type ActivationOptions, type AgentActivationOptions, activateAgent, activateSkill } from "./activate.js";
export { type AgentCatalogOptions, buildAgentCatalog, type CatalogAgent } from "./build-agent-catalog.js";
export { compactionSnapshot, type SessionState, type TrackedAgent } from "./compaction-snapshot.js";
export { type ComposeBodyOptions, composeBody, composeParts } from "./compose-body.js";
export { decideIssueFor, type IssueDecision } from "./decide-issue-for.js";
export {
  type DetectedTags,
  detectTags,
  type InlineAction,
  type SkillActivation,
  type TagActivation,
  type UnknownVariant,
} from "./detect-tags.js";
export { effectiveCapabilities } from "./effective-capabilities.js";
export {
  evaluateResume,
  type PreviousSession,
  type ResumeDecision,
  type ResumeRequest,
} from "./evaluate-resume.js";
export { type ForgettingCandidate, type ForgettingPolicy, forgettingCandidates } from "./forgetting-candidates.js";
export {
  type ForgettingSignal,
  type ForgettingThresholds,
  forgettingSignals,
  type MemoryFile,
} from "./forgetting-signals.js";
export { EDITS_WITHOUT_TASKS, type GateDecision, gateToolUse, type ToolUse } from "./gate-tool-use.js";
export { type KnowledgeFile, knowledgeIndex } from "./knowledge-index.js";
export { type MemoryFileName, memoryFileName } from "./memory-file-name.js";
export {
  type AccessLog,
  type AccessLogProblem,
  type MergedAccess,
  mergeAccessLogs,
} from "./merge-access-logs.js";
export { type MemoryEntry, type MergedMemory, mergeMemory } from "./merge-memory.js";
export { type MemoryName, parseMemoryName } from "./parse-memory-name.js";
export { readyTasks } from "./ready-tasks.js";
export { type PromptTask, renderTaskPrompt, type TaskPromptExtras } from "./render-task-prompt.js";
export { resolveDisallowedTools } from "./resolve-disallowed-tools.js";
export {
  RESUME_TABLE,
  type ResumeCell,
  type ResumePolicy,
  type ResumeSituation,
  type ResumeTier,
} from "./resume-table.js";
export { skillCandidates } from "./skill-candidates.js";
export { type JsonSchema, standaloneSchema } from "./standalone-schema.js";
export type { CapabilityMap, CapabilityTools, CapabilityVocabulary, ToolExemptions } from "./tool-denials.js";
export { uncoveredClasses } from "./uncovered-classes.js";
export { verifyBody } from "./verify-body.js";
