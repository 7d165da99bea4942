/** The port through which the kit reaches an implementation. An adapter is the only code that a harness author writes. */

import type { Params } from "../fixture/case.js";
import type { UserFolders } from "../workspace/user-environment.js";

/** How to start a program so that its file operations can be seen, or so that it runs as if the disk were full. */
export interface Watch {
  /** Words in front of the command. */
  readonly prefix: readonly string[];
  /** Variables in addition to those of the case. */
  readonly environment: Readonly<Record<string, string>>;
}

/** The surroundings of one case. */
export interface OpenContext {
  /** Absolute path of a new folder that only this case uses. */
  readonly workspace: string;
  /** The name below which the implementation keeps its own files, if the contract has namespaces. */
  readonly namespace: string;
  /** Aborted when the case ends, also when it ends early because of its time limit or because the run was stopped. */
  readonly signal: AbortSignal;
  /** Whether the case needs a newly started implementation, because it restarts it. */
  readonly fresh?: boolean;
  /** Environment variables of the contract and the case, in addition to those of this process. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Replacements for the user's folders. An adapter should pass them as HOME and TMPDIR to programs that it starts. */
  readonly user?: UserFolders;
  /** Present if the kit watches the file operations of the program, or limits the size of its files. */
  readonly watch?: Watch;
}

/** Options of one call. */
export interface CallOptions {
  /** The agent that acts, if the case names one. */
  readonly as?: string;
  /** The token that proves the identity of that agent, if the contract has credentials. */
  readonly credential?: string;
}

/** An implementation at work in one workspace. */
export interface Session {
  /**
   * Calls a tool by its name in the contract. Returns the answer as plain JSON. A refusal can be thrown, or returned in the
   * form of the contract's envelope.
   */
  call(tool: string, params: Params, options?: CallOptions): unknown;
  /** Delivers a lifecycle event. Without this method, cases that fire events are not applicable. */
  emit?(event: string, params: Params, options?: CallOptions): unknown;
  /**
   * Ends the implementation as a crash or an operator would, and waits until it is gone. Offered by sessions that are
   * processes. The engine opens the workspace again afterwards.
   */
  kill?(signal: "SIGTERM" | "SIGKILL"): Promise<void>;
  /** Moves the implementation's clock forward. Offered only if the clock can be moved. */
  advanceClock?(milliseconds: number): unknown;
  /** Ends what `open` started. */
  close?(): unknown;
}

export interface Adapter {
  /** Name of the implementation, for the report. */
  readonly name: string;
  /** Version of the implementation, for the report. */
  readonly version?: string;
  /** The name below which the implementation keeps its own files. Default: `conformance`. */
  readonly namespace?: string;
  /** Tools that the implementation offers, by their names in the contract. Default: all of the contract. */
  readonly tools?: readonly string[];
  /** Events that the implementation accepts. Default: all of the contract. */
  readonly events?: readonly string[];
  /**
   * Tools and events that cannot be told which agent acts (`as`). Cases in which an agent uses them are not applicable.
   * Default: none.
   */
  readonly withoutAgent?: readonly string[];
  /**
   * Whether the implementation already runs, so that a case cannot set its environment. Cases with an environment of their
   * own are not applicable then. The environment of the contract must be set by the user who starts the implementation.
   */
  readonly withoutEnvironment?: boolean;
  /**
   * Surfaces of the contract that the implementation offers. `process` means that its sessions can be killed. Default:
   * `tools`.
   */
  readonly surfaces?: readonly string[];
  /** Called once for each case. */
  open(context: OpenContext): Session | Promise<Session>;
  /** Called once after the last case. */
  close?(): unknown;
}

/** Returns its argument. Gives an adapter its type in a plain JavaScript file. */
export function defineAdapter(adapter: Adapter): Adapter {
  return adapter;
}

/** The reason with which the signal of each case is aborted. All cases share it, because creating an error is slow. */
export const OVER = new DOMException("The case is over", "AbortError");
