/** The events of the core contract that a harness may be connected to. */
export const LIFECYCLE_EVENTS = [
  "session_start",
  "user_message",
  "agent_spawn",
  "agent_complete",
  "pre_tool_use",
  "post_tool_use",
  "context_compact",
  "session_end",
] as const;

export type LifecycleEvent = (typeof LIFECYCLE_EVENTS)[number];
