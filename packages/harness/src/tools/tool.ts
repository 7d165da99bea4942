import type { ToolName, ToolTypes } from "../generated/register.js";
import type { Changes, OpenState, StateNeeds } from "../store/state.js";

/** When and where a call occurs. */
export interface Moment {
  /** ISO 8601, UTC. */
  readonly now: string;
  readonly branch: string;
  /** Absolute path of the project. */
  readonly root: string;
}

/** A tool as a pure function. Its caller reads and writes the files. */
export interface Tool<Params, Answer> extends StateNeeds {
  /** @throws ToolError if the call is refused; nothing changes then */
  run(state: OpenState, params: Params, moment: Moment): { readonly changes: Changes; readonly answer: Answer };
}

export type ToolOf<Name extends ToolName> = Tool<ToolTypes[Name]["params"], ToolTypes[Name]["answer"]>;
