import type { Params } from "../../conformance/fixture/case.js";
import type { ExpectedError, Prediction } from "../../conformance/fuzz/model.js";
import type { CoreState, StateName } from "./state.js";

/** Why a call is refused. */
export interface Reason {
  /** The requirement that asks for the refusal, without the id of the contract. Undefined if it may be one of several. */
  readonly by?: string;
  readonly error: ExpectedError;
}

/** What a tool does with parameters that are right. */
export interface ToolModel {
  /** A file of these that is broken refuses the call. */
  readonly reads: readonly StateName[];
  /** Why it refuses whatever its parameters are. */
  readonly refuses?: (state: CoreState) => Reason | undefined;
  readonly run: (state: CoreState, params: Params, key: string) => Outcome | readonly Outcome[];
}

export type Outcome = { readonly refused: readonly Reason[] } | Prediction<CoreState>;
