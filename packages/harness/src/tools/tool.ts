import type { ToolName, ToolTypes } from "../generated/register.js";
import type { Changes, OpenState, StateNeeds } from "../store/state.js";

/** When and where a call takes place. */
export interface Moment {
  /** ISO 8601, UTC. */
  readonly now: string;
  readonly branch: string;
  /** Absolute path of the project. */
  readonly root: string;
}

/** A tool as a pure function; reading and writing the files is not its business. */
export interface Tool<Params, Answer> extends StateNeeds {
  /** @throws ToolError when it cannot do what it was asked; nothing is changed then */
  run(state: OpenState, params: Params, moment: Moment): { readonly changes: Changes; readonly answer: Answer };
}

export type ToolOf<Name extends ToolName> = Tool<ToolTypes[Name]["params"], ToolTypes[Name]["answer"]>;
