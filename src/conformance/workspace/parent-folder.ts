/** Chooses the folder in which the folders of cases are created. */

import { accessSync, constants, statfsSync } from "node:fs";
import { tmpdir } from "node:os";

/** The RAM disk of Linux. */
const MEMORY = "/dev/shm";

/** Far more than all cases write. */
const ENOUGH_BYTES = 256 * 1024 * 1024;

export interface WorkspaceUse {
  /** Whether the implementation runs in this process, so that it can reach every folder that the kit can. */
  readonly isInProcess: boolean;
  /** Whether the folders stay after the run for inspection. */
  readonly isKept: boolean;
}

/**
 * The temporary folder of the system, or its RAM disk if that changes only the speed. A TMPDIR in the environment always
 * wins.
 * @param memory the RAM disk, replaced in tests
 */
export function workspaceParent({ isInProcess, isKept }: WorkspaceUse, memory = MEMORY): string {
  const isDecided = process.env["TMPDIR"] !== undefined;
  return isInProcess && !isKept && !isDecided && hasRoom(memory) ? memory : tmpdir();
}

function hasRoom(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize >= ENOUGH_BYTES;
  } catch {
    return false;
  }
}
