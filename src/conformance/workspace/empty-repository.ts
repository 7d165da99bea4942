/** Creates empty git repositories. Runs `git init` once and copies its result, because many cases of a run need one. */

import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { git } from "./git.js";
import { put, type Written, writtenIn } from "./git-folder.js";

/** By parent folder, because the result depends on the file system. */
const known = new Map<string, Written>();

/** Makes the folder a repository without a commit, like `git init`. */
export async function makeEmptyRepository(folder: string): Promise<void> {
  const parent = dirname(folder);
  // A case may begin with parts of a repository. Only git knows what is missing then.
  const isBegun = existsSync(join(folder, ".git"));
  const written = isBegun ? undefined : known.get(parent);
  if (written === undefined) await git(folder, "init", "--quiet", "--template=");
  else put(written, folder);
  if (!isBegun) known.set(parent, written ?? writtenIn(folder, ".git"));
}
