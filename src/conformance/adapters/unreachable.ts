import { NexusError } from "../../base/errors.js";
import type { Adapter } from "./adapter.js";

/**
 * An implementation that could not be reached. It is no reason to end the run without a report: every case says why it
 * could not be judged, and none of them waits for it again.
 */
export function unreachable(name: string, thrown: unknown): Adapter {
  const reason = NexusError.from(thrown);
  return {
    name,
    open: () => {
      throw reason;
    },
  };
}
