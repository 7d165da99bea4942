/** A real harness, as far as its lifecycle hook has to know it. */

import type { EventName } from "../generated/register.js";

/** One JSON object from a harness, of which nothing is known beforehand. */
export type Payload = Readonly<Record<string, unknown>>;

export interface LifecycleCall {
  readonly event: EventName;
  readonly params: object;
}

/** The id and mode of a skill that has become active. */
export interface StartedSkill {
  readonly id: string;
  readonly mode?: string;
}

/** What a payload means. */
export interface NativeEvent {
  /** In the order in which they are sent; empty where the contract has no event for it. */
  readonly calls: readonly LifecycleCall[];
  /** The id of the session, which an active skill belongs to. */
  readonly session?: string | undefined;
  /** A skill that the harness itself has started. */
  readonly started?: string | undefined;
}

/** What the events have answered. */
export interface NativeAnswer {
  /** Text for the agent; empty where there is nothing to say. */
  readonly context: string;
  /** Why a tool must not run; undefined where it may. */
  readonly denied?: string | undefined;
}

/** A harness with hooks: what it sends, and what it reads. */
export interface NativeHarness {
  /** Its folder below `.nexus/state/`. */
  readonly harnessId: string;
  /** Where it reads skills, in the order in which they count. */
  readonly skillFolders: readonly string[];
  /** The most characters of a text that it passes on to the agent. */
  readonly mostCharacters?: number;
  eventOf(payload: Payload): NativeEvent;
  /** undefined where the hook has nothing to say. */
  outputOf(payload: Payload, answer: NativeAnswer): object | undefined;
}

/** A member that is a text with something in it. */
export function textIn(payload: unknown, name: string): string | undefined {
  const value = (payload as Payload | undefined | null)?.[name];
  return typeof value === "string" && value !== "" ? value : undefined;
}
