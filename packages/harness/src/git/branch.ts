import { dirname, resolve } from "node:path";
import { readText, SMALL_BYTES } from "@nexus-core/service/files/read-file";
import { foundAt } from "../store/state-file.js";
import { IN_GIT, namedGitFolder } from "./git-file.js";

/** Replaces the branch where there is none (`core.history.branch-outside-git`). */
export const NO_BRANCH = "unknown";

/**
 * The branch that is checked out in the nearest repository around a folder: its full name, the short commit on a
 * detached head, or `unknown`. Reads git's files by hand, because git need not be installed where a harness runs.
 */
export function currentBranch(folder: string): string {
  const head = headAround(resolve(folder))?.trim();
  if (head === undefined) return NO_BRANCH;
  if (/^[0-9a-f]{40,64}$/u.test(head)) return head.slice(0, 7);
  const name = /^ref: +(?:refs\/heads\/|refs\/)?(\S+)$/u.exec(head)?.[1];
  // Repositories with the reftable format keep their references elsewhere and put this name into HEAD.
  return name === undefined || name === ".invalid" ? NO_BRANCH : name;
}

/** What HEAD says in the repository of the folder or of its nearest ancestor that has one. */
function headAround(folder: string): string | undefined {
  try {
    const found = foundAt(folder, ".git", { ...IN_GIT, follow: true });
    if (found?.isDirectory() === true) return readHead(folder, ".git/HEAD");
    // Of the folder that such a file names nothing but HEAD is read for a branch.
    if (found !== undefined) return readHead(namedGitFolder(folder), "HEAD");
    const parent = dirname(folder);
    return parent === folder ? undefined : headAround(parent);
  } catch {
    // What leads out of the project, or cannot be read, is no repository of it.
    return undefined;
  }
}

function readHead(folder: string | undefined, file: string): string | undefined {
  return folder === undefined ? undefined : readText(folder, file, SMALL_BYTES, IN_GIT)?.text;
}
