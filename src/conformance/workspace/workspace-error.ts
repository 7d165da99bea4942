import { NexusError } from "../../base/errors.js";
import { reasonOf } from "../../base/reason-of.js";

/**
 * Does something to the folder of a case.
 * @throws NexusError NXC_WORKSPACE for whatever the system refuses
 */
export function inWorkspace<T>(work: () => T): T {
  try {
    return work();
  } catch (thrown) {
    if (thrown instanceof NexusError) throw thrown;
    throw NexusError.of("NXC_WORKSPACE", { reason: reasonOf(thrown) }, undefined, thrown);
  }
}
