import type { MethodContext } from "../methods/method.js";

/** What a wake-up works with, whoever has asked for it. */
export type WakeTools = Omit<MethodContext, "caller" | "now">;

/** Who is to be woken, and where its unread messages are. */
export interface WakeTarget {
  readonly threadId: string;
  readonly workspaceId: string;
  readonly agentId: string;
}
