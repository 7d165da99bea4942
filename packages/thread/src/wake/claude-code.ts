/** The runtime name that sessions of Claude Code report. */
export const CLAUDE_CODE = "claude_code";

/** Default commands of Claude Code, with the placeholders of {@link file://./runtime-config.ts}. */
export const CLAUDE_COMMANDS = {
  resume: ["claude", "--resume", "{session_id}", "--print", "{prompt}"],
  spawn: ["claude", "--print", "{prompt}"],
} as const;
