import { definedOnly } from "nexus-core/base";
import type { AgentTracker, TrackedAgent } from "../generated/contract.js";

/** Valid role names in a tracker. */
const AGENT_NAME = /^[a-z][a-z0-9-]*$/u;

/** A changed tracker, with warnings about irregularities. */
export interface Tracked {
  readonly tracker: AgentTracker;
  readonly warnings: readonly string[];
}

/** The agent that an event is about. */
export interface AgentIdentity {
  readonly harness_id: string;
  readonly agent_id: string;
  readonly agent_name?: string | undefined;
}

/** The entry of an agent, by its id. */
export function agentIn(tracker: AgentTracker, id: string | undefined): TrackedAgent | undefined {
  return id === undefined ? undefined : tracker.find(({ agent_id }) => agent_id === id);
}

/** Appends an entry. An invalid role name is omitted and causes a warning; undefined members are omitted. */
export function withNew(
  tracker: AgentTracker,
  { harness_id, agent_id, agent_name }: AgentIdentity,
  rest: Omit<TrackedAgent, "harness_id" | "agent_id" | "agent_name">,
): Tracked {
  const fits = agent_name === undefined || AGENT_NAME.test(agent_name);
  const name = agent_name === undefined || !fits ? {} : { agent_name };
  const entry = definedOnly({ harness_id, ...name, agent_id, ...rest });
  const warning = `The name ${JSON.stringify(agent_name)} of agent ${agent_id} was not recorded: names are lower-case letters, digits and hyphens.`;
  return { tracker: [...tracker, entry], warnings: fits ? [] : [warning] };
}

/** The tracker with one entry replaced. */
export function withChanged(tracker: AgentTracker, old: TrackedAgent, entry: TrackedAgent): AgentTracker {
  return tracker.map((each) => (each === old ? definedOnly(entry) : each));
}

/** The entry of a resumed agent: one more resumption, and no stop time (`core.agent_resume.not-stopped`). */
export function runningAgain({ stopped_at: _, ...entry }: TrackedAgent, now: string): TrackedAgent {
  const count = Number.isSafeInteger(entry.resume_count) ? Number(entry.resume_count) : 0;
  return { ...entry, last_resumed_at: now, resume_count: count + 1, status: "running" };
}

/** Each file once, in order of first appearance. Another version may have put something else in place of a list. */
export function filesTogether(...lists: readonly unknown[]): readonly string[] {
  return [...new Set(lists.flatMap((list) => list ?? []).filter((file) => typeof file === "string"))];
}

/** Matches every truncated tracker of an earlier version. */
const LEGACY_BEGINNING = /^\s*\[\s*(?:\{\s*(?:"(?:agent_type|agent_name|agent_id|harness_id|started_at)".*)?)?$/su;

/** Whether a text looks like a tracker of an earlier version: a list of agents, complete or truncated. */
export function isLegacyTracker(text: string): boolean {
  let entries: unknown;
  try {
    entries = JSON.parse(text);
  } catch {
    return LEGACY_BEGINNING.test(text);
  }
  return Array.isArray(entries) && entries.every(isLegacyEntry);
}

function isLegacyEntry(entry: unknown): boolean {
  if (typeof entry !== "object" || entry === null) return false;
  return ["agent_type", "agent_name", "agent_id"].some((name) => Object.hasOwn(entry, name));
}
