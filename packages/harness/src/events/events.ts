import type { EventName, EventOf } from "./event.js";

/** The lifecycle events by the names of the contract. Each is loaded when it is first sent: a hook serves but one. */
export const EVENTS: { readonly [Name in EventName]: () => Promise<EventOf<Name>> } = {
  session_start: async () => (await import("./session-start.js")).sessionStart,
  user_message: async () => (await import("./user-message.js")).userMessage,
  agent_spawn: async () => (await import("./agent-spawn.js")).agentSpawn,
  agent_resume: async () => (await import("./agent-resume.js")).agentResume,
  agent_complete: async () => (await import("./agent-complete.js")).agentComplete,
  pre_tool_use: async () => (await import("./pre-tool-use.js")).preToolUse,
  post_tool_use: async () => (await import("./post-tool-use.js")).postToolUse,
  context_compact: async () => (await import("./context-compact.js")).contextCompact,
  session_end: async () => (await import("./session-end.js")).sessionEnd,
};

export const EVENT_NAMES = Object.keys(EVENTS) as readonly EventName[];

export function isEventName(name: string): name is EventName {
  return Object.hasOwn(EVENTS, name);
}
