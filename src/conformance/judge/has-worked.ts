import { lookup } from "../../base/json-path.js";
import type { Contract } from "../contract/contract.js";
import type { Step } from "../fixture/case.js";
import { operationOf } from "../oracles/operation-of.js";
import type { AnsweredCall } from "../stage/observation.js";

/** What is known of a step after it is judged. */
export interface Seen {
  readonly hasChanged: boolean;
  readonly isAsAsserted: boolean;
}

/**
 * A call has worked if it changed something, whatever its answer lacks. A tool that is not meant to write has worked if its
 * answer has the right form, or at least one of the values that the case asserts. An event has worked if it was answered.
 */
export function hasWorked(
  { call, answer }: AnsweredCall,
  step: Step,
  { hasChanged, isAsAsserted }: Seen,
  contract: Contract,
): boolean {
  if (answer.kind !== "value") return false;
  if (hasChanged || !isAsAsserted) return hasChanged;
  const operation = operationOf(call, contract);
  const isMeantToWrite = call.kind === "action" && (operation?.writes ?? []).length > 0;
  const isAnswered = call.kind === "action" || answer.value !== null;
  if (isMeantToWrite || !isAnswered) return false;
  const hasValue = step.expect.returns.some(({ path }) => lookup(path, answer.value).found && answer.value !== null);
  return hasValue || operation?.checkOutput?.accepts(answer.value) !== false;
}
