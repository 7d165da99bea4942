/**
 * The port through which the kit reaches an implementation. Adapters are the only code that a harness author writes.
 */

import type { Params } from "../fixture/case.js";
import type { UserFolders } from "../workspace/user-environment.js";

/** Where one case takes place. */
export interface OpenContext {
  /** Absolute path of a fresh folder that belongs to this case alone. */
  readonly workspace: string;
  /** The name below which the implementation keeps files of its own, where the contract has namespaces. */
  readonly namespace: string;
  /** Aborted when the case ends early: its time is up, or the run was stopped. */
  readonly signal: AbortSignal;
  /** Whether the case needs an implementation that has just started, because it will be restarted. */
  readonly fresh?: boolean;
  /** Environment variables that the contract or the case asks for, besides the process's own. */
  readonly environment?: Readonly<Record<string, string>>;
  /** What stands for the user's own folders. A program that an adapter starts should be given them as HOME and TMPDIR. */
  readonly user?: UserFolders;
}

/** How a case wants one call to be made. */
export interface CallOptions {
  /** The agent that acts, where a case has several. */
  readonly as?: string;
  /** The token with which that agent proves who it is, where the contract has credentials. */
  readonly credential?: string;
}

/** An implementation that works in one workspace. */
export interface Session {
  /**
   * Calls a tool by its abstract name. Returns the answer as plain JSON; a refusal may be thrown or returned in the
   * form that the contract's envelope names.
   */
  call(tool: string, params: Params, options?: CallOptions): unknown;
  /** Delivers a lifecycle event. Without it, cases that fire events are not applicable. */
  emit?(event: string, params: Params, options?: CallOptions): unknown;
  /**
   * Ends the implementation the hard way, as a crash or an operator would, and waits until it is gone. Offered by
   * sessions that are processes; the engine then opens the workspace anew.
   */
  kill?(signal: "SIGTERM" | "SIGKILL"): Promise<void>;
  /** Moves the implementation's clock forward, where it has one that can be moved. */
  advanceClock?(milliseconds: number): unknown;
  /** Ends what `open` started. */
  close?(): unknown;
}

export interface Adapter {
  /** Name of the implementation, for the report. */
  readonly name: string;
  /** Version of the implementation, for the report. */
  readonly version?: string;
  /** The name below which it keeps files of its own; `conformance` where absent. */
  readonly namespace?: string;
  /** Abstract names of the tools that the implementation offers; all of the contract's where absent. */
  readonly tools?: readonly string[];
  /** Names of the events that the implementation takes; all of the contract's where absent. */
  readonly events?: readonly string[];
  /**
   * Names of tools and events that cannot be asked in the name of an agent (`as`); none where absent. Cases in which an
   * agent uses them are not applicable.
   */
  readonly withoutAgent?: readonly string[];
  /**
   * Whether the implementation cannot be given the environment of a case, since it runs already. Cases with an
   * environment of their own are not applicable then; that of the contract is for whoever starts it.
   */
  readonly withoutEnvironment?: boolean;
  /**
   * Surfaces of the contract that the implementation offers; `tools` where absent. `process` says besides that its
   * sessions can be killed.
   */
  readonly surfaces?: readonly string[];
  /** Called once for each case. */
  open(context: OpenContext): Session | Promise<Session>;
  /** Called once after the last case. */
  close?(): unknown;
}

/** Gives an adapter its type in a plain JavaScript file; returns what it was given. */
export function defineAdapter(adapter: Adapter): Adapter {
  return adapter;
}
