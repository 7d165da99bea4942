import { NexusError } from "nexus-core/toolkit";
import { checkAgainst } from "../contract/check-params.js";
import { inputsOf } from "../contract/schemas.js";
import { ToolError } from "../contract/tool-error.js";
import { DECISION_NAMES, type DecisionName, type DecisionTypes } from "../generated/register.js";
import { DECISIONS } from "./decisions.js";

const inputs = inputsOf("tool-schemas", DECISION_NAMES);

/**
 * Makes a decision from unchecked parameters.
 * @throws ToolError for parameters that do not fit, and for refusals of the toolkit
 */
export function decide<Name extends DecisionName>(name: Name, given: unknown): DecisionTypes[Name]["answer"] {
  const params = checkAgainst(name, inputs(name), given);
  try {
    return DECISIONS[name](params as unknown as DecisionTypes[Name]["params"]);
  } catch (thrown) {
    if (!(thrown instanceof NexusError)) throw thrown;
    const reason = thrown.message.replace(/\.+$/u, "");
    throw ToolError.of("DECISION_REFUSED", { decision: name, reason }, thrown);
  }
}
