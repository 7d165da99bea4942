import type { WakeAction } from "./runtime.js";

/** The runtime name that sessions of the Codex CLI report. */
export const CODEX_CLI = "codex_cli";

/** Default commands of the Codex CLI, with the placeholders of {@link file://./runtime-config.ts}. */
export const CODEX_COMMANDS = {
  resume: ["codex", "exec", "resume", "{session_id}", "{prompt}"],
  spawn: ["codex", "exec", "{prompt}"],
} as const;

/**
 * The command of an action, for display to people (`thread.trigger_participant.command`). The prompt appears as a JSON
 * string to mark its beginning and end. It is not quoted for a shell, so do not paste it into one.
 */
export function codexCommand(action: WakeAction, sessionId: string | undefined, prompt: string): string | undefined {
  if (action === "resume_session" && sessionId !== undefined) {
    return `codex exec resume ${sessionId} ${JSON.stringify(prompt)}`;
  }
  return action === "spawn_session" ? `codex exec ${JSON.stringify(prompt)}` : undefined;
}
