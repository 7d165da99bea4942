/** The caller as the verified claims of its token name it. Nothing in it comes from a payload. */
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
