import { NexusError } from "../../base/errors.js";
import type { Adapter } from "./adapter.js";

/**
 * An adapter for an implementation that could not be reached. The run still makes a report, in which every case gives the
 * reason, and no case waits for the implementation again.
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
