import { setImmediate as turn } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

let collect: (() => void) | undefined;

/**
 * Makes libsql close its closed connections in fact. It does so only when the last of their statements is collected as
 * garbage. Until then a deleted file keeps its room on the disk, and a file that was read-only when it was opened is
 * read-only for every connection of the process.
 */
export async function finishClosing(): Promise<void> {
  setFlagsFromString("--expose-gc");
  collect ??= runInNewContext("gc") as () => void;
  collect();
  // Finalizers run in a later turn.
  await turn();
  await turn();
}
