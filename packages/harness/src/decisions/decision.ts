import type {
  CheckReportAnswer,
  CheckReportParams,
  DetectTagsAnswer,
  DetectTagsParams,
  EffectiveCapabilitiesAnswer,
  EffectiveCapabilitiesParams,
  EvaluateResumeAnswer,
  EvaluateResumeParams,
  ForgettingCandidatesAnswer,
  ForgettingCandidatesParams,
  GateToolUseAnswer,
  GateToolUseParams,
  KnowledgeIndexAnswer,
  KnowledgeIndexParams,
  MergeAccessLogsAnswer,
  MergeAccessLogsParams,
  ParseMemoryNameAnswer,
  ParseMemoryNameParams,
  RenderTaskPromptAnswer,
  RenderTaskPromptParams,
  SkillCandidatesAnswer,
  SkillCandidatesParams,
} from "../generated/contract.js";

/** What each pure decision takes and gives. */
export interface DecisionTypes {
  readonly detect_tags: { readonly params: DetectTagsParams; readonly answer: DetectTagsAnswer };
  readonly check_report: { readonly params: CheckReportParams; readonly answer: CheckReportAnswer };
  readonly effective_capabilities: {
    readonly params: EffectiveCapabilitiesParams;
    readonly answer: EffectiveCapabilitiesAnswer;
  };
  readonly gate_tool_use: { readonly params: GateToolUseParams; readonly answer: GateToolUseAnswer };
  readonly evaluate_resume: { readonly params: EvaluateResumeParams; readonly answer: EvaluateResumeAnswer };
  readonly render_task_prompt: { readonly params: RenderTaskPromptParams; readonly answer: RenderTaskPromptAnswer };
  readonly skill_candidates: { readonly params: SkillCandidatesParams; readonly answer: SkillCandidatesAnswer };
  readonly parse_memory_name: { readonly params: ParseMemoryNameParams; readonly answer: ParseMemoryNameAnswer };
  readonly merge_access_logs: { readonly params: MergeAccessLogsParams; readonly answer: MergeAccessLogsAnswer };
  readonly forgetting_candidates: {
    readonly params: ForgettingCandidatesParams;
    readonly answer: ForgettingCandidatesAnswer;
  };
  readonly knowledge_index: { readonly params: KnowledgeIndexParams; readonly answer: KnowledgeIndexAnswer };
}

export type DecisionName = keyof DecisionTypes;

export type DecisionOf<Name extends DecisionName> = (
  params: DecisionTypes[Name]["params"],
) => DecisionTypes[Name]["answer"];

const NAMES: { readonly [Name in DecisionName]: true } = {
  detect_tags: true,
  check_report: true,
  effective_capabilities: true,
  gate_tool_use: true,
  evaluate_resume: true,
  render_task_prompt: true,
  skill_candidates: true,
  parse_memory_name: true,
  merge_access_logs: true,
  forgetting_candidates: true,
  knowledge_index: true,
};

export const DECISION_NAMES = Object.keys(NAMES) as readonly DecisionName[];

export function isDecisionName(name: string): name is DecisionName {
  return Object.hasOwn(NAMES, name);
}
