import type { KnowledgeFile } from "nexus-core";
import type { AgentTracker, Plan, TaskList } from "../generated/contract.js";
import type { EventName, EventTypes } from "../generated/register.js";
import type { ToolLogEntry } from "./tool-log.js";

/** What is on disk when an event takes place. What is broken counts as missing; the answer warns of it. */
export interface EventState {
  /** The harness in whose namespace the event takes place. */
  readonly harnessId: string;
  readonly tracker: AgentTracker;
  readonly plan: Plan | null;
  readonly tasks: TaskList | null;
  /** Whether there are tasks, also where their file is broken. */
  readonly hasTasks: boolean;
  /** The files of memory, context and rules, each with its first line. */
  readonly knowledge: () => readonly KnowledgeFile[];
  /** The text of memory-access.jsonl; empty where there is none, undefined where it must not be touched. */
  readonly accessLog: () => string | undefined;
  /** The files of those edits in tool-log.jsonl that count; null where there is no log, undefined where it says nothing for sure. */
  readonly loggedEdits: (counts: (edit: ToolLogEntry) => boolean) => ReadonlySet<string> | null | undefined;
}

/** What an event changes; what is not named stays. */
export interface EventChanges {
  /** null deletes it. */
  readonly tracker?: AgentTracker | null;
  readonly accessLog?: string;
  /** A line that is added. */
  readonly toolLog?: ToolLogEntry;
  /** The ignore file of the state, where it is missing, and no tracker where earlier versions kept it. */
  readonly isNewSession?: boolean;
}

/** When and where an event takes place. */
export interface EventMoment {
  /** ISO 8601, UTC. */
  readonly now: string;
  /** Absolute path of the project. */
  readonly root: string;
}

/** A lifecycle event as a pure function; reading and writing the files is not its business. */
export interface LifecycleEvent<Params, Answer> {
  /** Whether it may change something. Events that do come one after the other, in whatever process they are sent. */
  readonly writes: boolean;
  /** Whether it has a use for the namespace where there is none yet. */
  readonly creates?: boolean;
  run(
    state: EventState,
    params: Params,
    moment: EventMoment,
  ): { readonly changes: EventChanges; readonly answer: Answer };
}

export type EventOf<Name extends EventName> = LifecycleEvent<EventTypes[Name]["params"], EventTypes[Name]["answer"]>;
