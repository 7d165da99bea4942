/**
 * Words that tie content to one harness, product, model or machine, each with the reason and the way out. The lists
 * leave out what is also plain English (continue, cursor, discord, make, node) unless its form gives it away.
 */

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

/** Whole words in exactly this spelling, or in any with the flag `i`. */
function words(list: string, flags = ""): RegExp {
  const alternatives = list
    .trim()
    .split(/\s+/)
    .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`(?<![\\w-])(?:${alternatives.join("|")})(?![\\w])`, `g${flags}`);
}

export const NEUTRAL_TERMS: readonly NeutralTerm[] = [
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
    kind: "product",
    pattern: /(?<![\w-])(?:claude|opencode|codex|copilot|gemini)(?:[- ](?:nexus|code|cli|desktop))?(?![\w])/gi,
    reason: "names a harness",
    instead: 'Say "the harness"; what only one of them needs comes through harness_docs_refs.',
  },
  {
    kind: "product",
    pattern: words("Windsurf Cline Aider OpenHands RooCode Kiro Devin Replit ChatGPT"),
    reason: "names a harness",
    instead: 'Say "the harness".',
  },
  {
    kind: "product",
    pattern:
      /\bCursor (?:IDE|editor|rules?|agents?|AI)\b|\bRoo Code\b|\bVS ?Code\b|\bVisual Studio\b|\bJetBrains\b|\bIntelliJ\b/g,
    reason: "names an editor or harness",
    instead: 'Say "the harness" or "the editor".',
  },
  {
    kind: "product",
    pattern: words("Anthropic OpenAI DeepMind Google Microsoft Mistral DeepSeek xAI HuggingFace"),
    reason: "names a vendor",
    instead: "Leave the vendor out; content serves them all.",
  },
  {
    kind: "product",
    pattern: words("Slack Jira Figma Trello Asana AWS Azure Vercel Netlify Heroku"),
    reason: "names a product that not every project has",
    instead: "Name what it is for: the tracker, the design, the chat, the host.",
  },
  {
    kind: "instruction-file",
    pattern:
      /(?<![\w-])(?:CLAUDE|AGENTS?|GEMINI|CODEX|QWEN|WARP|SKILL|copilot-instructions)(?:\.local)?\.md\b|(?<![\w.])\.(?:cursorrules|windsurfrules|clinerules|roomodes|mcp\.json)\b|(?<![\w.])\.(?:claude|opencode|codex|gemini|cursor|windsurf|agents|copilot|kiro)(?:-plugin)?\//gi,
    reason: "is a file or folder of one harness",
    instead: 'Say "the instruction file" and list the topic instruction_file in harness_docs_refs.',
  },
  {
    kind: "toolchain",
    pattern: words(
      "npm npx pnpm bunx pip pip3 pipx pytest vitest eslint tsc webpack gradle mvn kubectl docker cmake apt-get nodejs",
      "i",
    ),
    reason: "belongs to one toolchain",
    instead: 'Say "the project\'s build command", "its test command" and so on.',
  },
  {
    kind: "toolchain",
    pattern:
      /\b(?:bun|yarn|cargo|deno|uv|poetry|gh|glab) (?:run|test|build|install|add|exec|fmt|clippy|publish|x|pr|issue|sync|check|lint)\b|`(?:go|make|node|jest|mocha|ruff|mypy|cargo|yarn|bun|brew|ant|rake|tox) [\w./-]+/g,
    reason: "belongs to one toolchain",
    instead: 'Say "the project\'s build command", "its test command" and so on.',
  },
  {
    kind: "toolchain",
    pattern: words(
      "package.json tsconfig.json node_modules pyproject.toml requirements.txt Cargo.toml go.mod pom.xml build.gradle Gemfile composer.json Dockerfile",
    ),
    reason: "is a file of one toolchain",
    instead: "Say what it declares: dependencies, build settings.",
  },
  {
    kind: "toolchain",
    pattern: words("GitHub GitLab Bitbucket CircleCI Jenkins Gitea Kubernetes", "i"),
    reason: "names a code host or build service",
    instead: 'Say "the code host" or "the build service".',
  },
  {
    kind: "model",
    pattern:
      /(?<![\w-])(?:opus|sonnet|haiku|gpt(?:-?[0-9o][\w.-]*)?|claude-(?:[0-9]|opus|sonnet|haiku|instant|v)[\w.-]*|gemini-(?:[0-9]|pro|flash|ultra|nano)[\w.-]*|codex-(?:[0-9]|mini)[\w.-]*|grok-[0-9][\w.-]*|llama-?[0-9][\w.-]*|qwen-?[0-9][\w.-]*|mi[sx]tral-[\w.-]+|deepseek-[\w.-]+)(?![\w])/gi,
    reason: "is a concrete model",
    instead: "Use model_tier: high or standard; the harness chooses the model.",
  },
  {
    kind: "model",
    pattern: /(?<![\w-])o[134](?:-(?:mini|preview|pro))?(?![\w])/g,
    reason: "is a concrete model",
    instead: "Use model_tier: high or standard; the harness chooses the model.",
  },
  {
    kind: "model",
    pattern:
      /(?<![\w/.-])(?:anthropic|openai|google|meta-llama|mistralai|deepseek|deepseek-ai|qwen|x-ai)\/[a-z0-9][\w.:-]*/gi,
    reason: "is a concrete model",
    instead: "Use model_tier: high or standard; the harness chooses the model.",
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
