import type { Contract, Operation } from "../contract/contract.js";
import type { Call } from "../fixture/case.js";

/** The tool or event that a call uses, as the contract describes it. */
export function operationOf(call: Call, { tools, events }: Contract): Operation | undefined {
  return call.kind === "action" ? tools.get(call.tool) : events.get(call.event);
}
