import type { KnowledgeFile } from "nexus-core";
import type { AgentTracker, Plan, TaskList } from "../generated/contract.js";
import type { EventName, EventTypes } from "../generated/register.js";
import type { ToolLogEntry } from "./tool-log.js";

/** What is on disk when an event occurs. A broken file counts as missing, and the answer warns about it. */
export interface EventState {
  /** The harness whose namespace the event uses. */
  readonly harnessId: string;
  readonly tracker: AgentTracker;
  readonly plan: Plan | null;
  readonly tasks: TaskList | null;
  /** Whether tasks exist. True for a broken file too. */
  readonly hasTasks: boolean;
  /** The files of memory, context and rules, each with its first line. */
  readonly knowledge: () => readonly KnowledgeFile[];
  /** The text of memory-access.jsonl: empty if there is no file, undefined if the file is unsafe to open. */
  readonly accessLog: () => string | undefined;
  /**
   * The files of the edits in tool-log.jsonl that count: null if there is no log, undefined if the log is unreliable.
   */
  readonly loggedEdits: (counts: (edit: ToolLogEntry) => boolean) => ReadonlySet<string> | null | undefined;
}

/** What an event changes. Omitted members stay unchanged. */
export interface EventChanges {
  /** null deletes the tracker. */
  readonly tracker?: AgentTracker | null;
  readonly accessLog?: string;
  /** An entry to append. */
  readonly toolLog?: ToolLogEntry;
  /** Creates a missing ignore file for the state, and deletes the tracker of earlier versions. */
  readonly isNewSession?: boolean;
}

/** When and where an event occurs. */
export interface EventMoment {
  /** ISO 8601, UTC. */
  readonly now: string;
  /** Absolute path of the project. */
  readonly root: string;
  readonly skillText: SkillText;
}

/** What is put before the agent when a skill starts. */
export type SkillText = (skill: string, mode?: string) => string;

/** A lifecycle event as a pure function. Its caller reads and writes the files. */
export interface LifecycleEvent<Params, Answer> {
  /** Whether the event may change files. Such events run one at a time across all processes. */
  readonly writes: boolean;
  /** Whether the event creates a namespace that does not exist yet. */
  readonly creates?: boolean;
  run(
    state: EventState,
    params: Params,
    moment: EventMoment,
  ): { readonly changes: EventChanges; readonly answer: Answer };
}

export type EventOf<Name extends EventName> = LifecycleEvent<EventTypes[Name]["params"], EventTypes[Name]["answer"]>;
