/** The repository that git makes in an empty folder: it is asked once, since a run makes one for many of its cases. */

import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { git } from "./git.js";
import { put, type Written, writtenIn } from "./git-folder.js";

/** By the folder above it, since what git writes depends on the file system. */
const known = new Map<string, Written>();

/** Makes the folder a repository without a commit, as `git init` does. */
export async function makeEmptyRepository(folder: string): Promise<void> {
  const parent = dirname(folder);
  // Where the files of a case are some of a repository, only git knows what is missing.
  const isBegun = existsSync(join(folder, ".git"));
  const written = isBegun ? undefined : known.get(parent);
  if (written === undefined) await git(folder, "init", "--quiet", "--template=");
  else put(written, folder);
  if (!isBegun) known.set(parent, written ?? writtenIn(folder, ".git"));
}
