/** Removes folders whatever an implementation has left there, such as names that are not UTF-8 or very deep folders. */

import { execFile, execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { rm } from "node:fs/promises";
import { promisify } from "node:util";

const HOW = { recursive: true, force: true, maxRetries: 3 } as const;

/** Node fails on very long paths and on names that are not UTF-8. These programs do not. */
const LAST_RESORT = [
  ["chmod", "-R", "u+rwX"],
  ["rm", "-rf"],
] as const;

/** Never throws: in the worst case, the system cleans its temporary folder later. */
export async function removeFolder(folder: string): Promise<void> {
  try {
    await rm(folder, HOW);
  } catch {
    for (const [program, ...options] of LAST_RESORT) {
      await started(program, [...options, "--", folder]);
    }
  }
}

/** The same for a folder with many entries, which `rm` removes much faster than Node. */
export async function removeTree(folder: string): Promise<void> {
  if (process.platform !== "win32") await started("rm", ["-rf", "--", folder]);
  await removeFolder(folder);
}

/** Also where the program cannot be started, for which Node throws at once. */
async function started(program: string, words: readonly string[]): Promise<void> {
  try {
    await promisify(execFile)(program, words);
  } catch {
    // Whoever calls it looks at the folder.
  }
}

/** The same, synchronously, for the end of this process. */
export function removeFolderNow(folder: string): void {
  try {
    rmSync(folder, HOW);
  } catch {
    for (const [program, ...options] of LAST_RESORT) {
      try {
        execFileSync(program, [...options, "--", folder], { stdio: "ignore" });
      } catch {
        // The next program may succeed.
      }
    }
  }
}
