/** Where the folders of cases are made. */

import { accessSync, constants, statfsSync } from "node:fs";
import { tmpdir } from "node:os";

/** The disk in memory that Linux has. */
const MEMORY = "/dev/shm";

/** Far more than cases write, so that none of them fails for want of it. */
const ENOUGH_BYTES = 256 * 1024 * 1024;

export interface WorkspaceUse {
  /** Whether the implementation runs in this process and so sees every folder that the kit sees. */
  readonly isInProcess: boolean;
  /** Whether the folders stay for somebody to look at. */
  readonly isKept: boolean;
}

/**
 * The system's folder for temporary files, or its disk in memory where that changes nothing but the time that a case
 * takes. Whoever sets TMPDIR has decided already.
 * @param memory for tests
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
