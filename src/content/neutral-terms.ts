/** What ties content to one harness, product, model or machine, each with the reason and the way out. */

import { NEUTRAL_NAMES } from "./neutral-names.js";
import { words } from "./term-patterns.js";

export type TermKind =
  | "tool-name"
  | "call-form"
  | "namespace"
  | "operation-prefix"
  | "product"
  | "instruction-file"
  | "toolchain"
  | "model"
  | "other-layer";

export interface NeutralTerm {
  readonly kind: TermKind;
  /** Global; matched against the whole text of a file. */
  readonly pattern: RegExp;
  /** Completes the sentence that starts with the word that was found. */
  readonly reason: string;
  readonly instead: string;
}

const NEUTRAL_TERMS: readonly NeutralTerm[] = [
  ...NEUTRAL_NAMES,
  {
    kind: "tool-name",
    pattern: words(
      "Glob Grep NotebookEdit NotebookRead MultiEdit multiedit str_replace_editor str_replace_based_edit_tool apply_patch",
    ),
    reason: "is a file tool of one harness",
    instead: "Say what is done to the file: open, search, change.",
  },
  {
    kind: "tool-name",
    pattern: words("BashOutput KillShell KillBash run_shell_command run_terminal_cmd exec_command write_stdin"),
    reason: "is a command tool of one harness",
    instead: "Say which command is run; the harness knows how.",
  },
  {
    kind: "tool-name",
    pattern: words("WebFetch WebSearch webfetch websearch google_web_search codebase_search"),
    reason: "is a search tool of one harness",
    instead: "Say what is searched for, and where.",
  },
  {
    kind: "tool-name",
    pattern: words(
      "TodoWrite TodoRead todowrite todoread TaskCreate TaskUpdate TaskList TaskGet TaskStop TaskOutput SendMessage TeamCreate TeamDelete spawn_agent wait_agent subagent_type",
    ),
    reason: "is a task or team tool of one harness",
    instead: "Name the abstract operation (task_add, task_update, task_list), or use the subagent_spawn macro.",
  },
  {
    kind: "tool-name",
    pattern: words("AskUserQuestion prompt_user request_user_input ExitPlanMode EnterPlanMode SlashCommand ToolSearch"),
    reason: "is a dialogue tool of one harness",
    instead: "Use the user_question macro.",
  },
  {
    kind: "tool-name",
    pattern: /(?:`(?:Read|Write|Edit|Bash|Task|Monitor|Skill|Agent)`|\b(?:Read|Write|Edit|Bash|Skill)) tools?\b/g,
    reason: "is a tool of one harness",
    instead: "Say what is done; the harness chooses the tool.",
  },
  {
    kind: "call-form",
    pattern: /\b(?:Skill|Agent|Task|Bash|Read|Write|Edit)\((?!s\))|\b(?:Skill|Agent)\s+\(\s*(?:\{|["'`]|\w+\s*[=:])/g,
    reason: "is the way in which one harness calls a tool",
    instead: "Use a macro: {{skill_activation …}} or {{subagent_spawn …}}.",
  },
  {
    kind: "namespace",
    pattern: /(?<![\w/.:<])\/[a-z][\w-]*:[a-z][\w-]*/g,
    reason: "is a command in the namespace of one harness",
    instead: "Name the skill or the bracket tag.",
  },
  {
    kind: "instruction-file",
    pattern:
      /(?<![\w-])(?:CLAUDE|AGENTS?|GEMINI|CODEX|QWEN|WARP|SKILL|copilot-instructions)(?:\.local)?\.md\b|(?<![\w.])\.(?:cursorrules|windsurfrules|clinerules|roomodes|mcp\.json)\b|(?<![\w.])\.(?:claude|opencode|codex|gemini|cursor|windsurf|agents|copilot|kiro)(?:-plugin)?\//gi,
    reason: "is a file or folder of one harness",
    instead: 'Say "the instruction file" and list the topic instruction_file in harness_docs_refs.',
  },
  {
    kind: "other-layer",
    pattern: /\b(?:ApprovalBridge|ProcessSupervisor|AgentHost|ACP|Agent Client Protocol)\b/g,
    reason: "belongs to the layer that supervises harnesses",
    instead: "Leave it out: content describes roles and procedures only.",
  },
];

export interface TermHit {
  readonly word: string;
  readonly offset: number;
  readonly term: NeutralTerm;
}

/** What a text holds of these words. Where two overlap the longer one counts: CLAUDE.md is one file, and no harness. */
export function neutralHits(text: string, terms: readonly NeutralTerm[] = NEUTRAL_TERMS): readonly TermHit[] {
  const hits = terms
    .flatMap((term) =>
      [...text.matchAll(term.pattern)].map(({ 0: word, index }): TermHit => ({ word, offset: index, term })),
    )
    .sort((a, b) => b.word.length - a.word.length);
  const kept: TermHit[] = [];
  for (const hit of hits) {
    const end = hit.offset + hit.word.length;
    if (kept.every((other) => end <= other.offset || hit.offset >= other.offset + other.word.length)) kept.push(hit);
  }
  return kept.sort((a, b) => a.offset - b.offset);
}
