/** The agent that makes a call, from the verified claims of its token and never from parameters. */
export interface Caller {
  readonly agentId: string;
  readonly workspaceId: string;
  readonly role: string;
  readonly sessionId: string;
}

/** The roles that oversee a workspace. Every other role has the rights of a worker (`thread.identity.roles`). */
const OVERSEERS: ReadonlySet<string> = new Set(["operator", "orchestrator"]);

/** Whether the caller may see every thread of its workspace and override its rules. */
export function oversees({ role }: Caller): boolean {
  return OVERSEERS.has(role);
}
