import type { MethodContext } from "../methods/method.js";

/** What a wake-up needs, independent of its caller. */
export type WakeTools = Omit<MethodContext, "caller" | "now">;

/** The agent to wake, and the thread with its unread messages. */
export interface WakeTarget {
  readonly threadId: string;
  readonly workspaceId: string;
  readonly agentId: string;
}
