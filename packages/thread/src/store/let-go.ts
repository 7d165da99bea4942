import { setImmediate as turn } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

let collect: (() => void) | undefined;

/**
 * Lets the library let go of connections that were closed. It does so when the last of their statements is collected as
 * garbage, and has no other word for it; until then a file that was deleted takes its room on the disk, and one that
 * could only be read when it was opened can only be read by every connection of the process.
 */
export async function letGo(): Promise<void> {
  setFlagsFromString("--expose-gc");
  collect ??= runInNewContext("gc") as () => void;
  collect();
  // What was collected is ended in a turn of its own.
  await turn();
  await turn();
}
