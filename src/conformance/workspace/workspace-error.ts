import { NexusError } from "../../base/errors.js";
import { reasonOf } from "../../base/reason-of.js";

/**
 * Turns errors of the file system into errors of the workspace.
 * @throws NexusError NXC_WORKSPACE
 */
export function inWorkspace<T>(work: () => T): T {
  try {
    return work();
  } catch (thrown) {
    if (thrown instanceof NexusError) throw thrown;
    throw NexusError.of("NXC_WORKSPACE", { reason: reasonOf(thrown) }, undefined, thrown);
  }
}
