import type { WakeAction } from "./runtime.js";

/** The name under which sessions of the Codex CLI say that they are such. */
export const CODEX_CLI = "codex_cli";

/** Its commands where the configuration names no others, with the placeholders of {@link file://./runtime-config.ts}. */
export const CODEX_COMMANDS = {
  resume: ["codex", "exec", "resume", "{session_id}", "{prompt}"],
  spawn: ["codex", "exec", "{prompt}"],
} as const;

/**
 * The command of an action for people (`thread.trigger_participant.command`). The prompt is shown as a JSON string: that
 * shows where it begins and ends, and is not meant to be pasted into a shell, where some characters would mean something.
 */
export function codexCommand(action: WakeAction, sessionId: string | undefined, prompt: string): string | undefined {
  if (action === "resume_session" && sessionId !== undefined) {
    return `codex exec resume ${sessionId} ${JSON.stringify(prompt)}`;
  }
  return action === "spawn_session" ? `codex exec ${JSON.stringify(prompt)}` : undefined;
}
