/** The repository that git makes in an empty folder: it is asked once, since a run makes one for many of its cases. */

import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { git } from "./git.js";

/** What git has written, by path; a folder has no content. */
type Written = readonly (readonly [path: string, content: Buffer | undefined])[];

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

function put(written: Written, folder: string): void {
  for (const [path, content] of written) {
    if (content === undefined) mkdirSync(join(folder, path));
    else writeFileSync(join(folder, path), content);
  }
}

function writtenIn(folder: string, path: string): Written {
  const file = join(folder, path);
  if (!statSync(file).isDirectory()) return [[path, readFileSync(file)]];
  return [[path, undefined], ...readdirSync(file).flatMap((name) => writtenIn(folder, join(path, name)))];
}
