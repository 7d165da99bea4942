/** The agent that makes a call. It comes from the verified claims of a token, and never from a payload. */
export interface Caller {
  readonly agentId: string;
  readonly workspaceId: string;
  readonly role: string;
  readonly sessionId: string;
}

/** The roles that oversee a workspace; every other one has the rights of a worker (`thread.identity.roles`). */
const OVERSEERS: ReadonlySet<string> = new Set(["operator", "orchestrator"]);

/** Whether the caller sees every thread of its workspace and may override. */
export function oversees({ role }: Caller): boolean {
  return OVERSEERS.has(role);
}
