/** Removes folders in which an implementation may have left anything: names that are no text, depths without an end. */

import { execFile, execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { rm } from "node:fs/promises";
import { promisify } from "node:util";

const HOW = { recursive: true, force: true, maxRetries: 3 } as const;

/** What Node cannot remove, since it goes by whole paths and by names as text, the programs of the system can. */
const LAST_RESORT = [
  ["chmod", "-R", "u+rwX"],
  ["rm", "-rf"],
] as const;

/** Never throws: the system clears its temporary folder some day. */
export async function removeFolder(folder: string): Promise<void> {
  try {
    await rm(folder, HOW);
  } catch {
    for (const [program, ...options] of LAST_RESORT) {
      await promisify(execFile)(program, [...options, "--", folder]).catch(() => undefined);
    }
  }
}

/** The same, without waiting: this process is about to end. */
export function removeFolderNow(folder: string): void {
  try {
    rmSync(folder, HOW);
  } catch {
    for (const [program, ...options] of LAST_RESORT) {
      try {
        execFileSync(program, [...options, "--", folder], { stdio: "ignore" });
      } catch {
        // The next one may do.
      }
    }
  }
}
