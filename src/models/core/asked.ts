import type { Params } from "../../conformance/fixture/case.js";
import type { Shown } from "../../conformance/fuzz/model.js";
import type { ToolName } from "./params.js";
import type { CoreState } from "./state.js";
import type { Reason } from "./tool.js";

/** A difference, and the call that shows it. */
export interface Asked extends Shown {
  /** The state before the call. */
  readonly state: CoreState;
  readonly tool: ToolName;
  readonly params: Params;
  /** Why the call is refused. */
  readonly reasons: readonly Reason[];
}
