import { dirname, resolve } from "node:path";
import { readText, SMALL_BYTES } from "@nexus-core/service/files/read-file";
import { foundAt } from "../store/state-file.js";
import { IN_GIT, namedGitFolder } from "./git-file.js";

/** The branch name outside git (`core.history.branch-outside-git`). */
export const NO_BRANCH = "unknown";

/**
 * The checked-out branch of the nearest repository around a folder: its full name, the short commit of a detached head,
 * or `unknown`. Reads git's files itself, because git may not be installed.
 */
export function currentBranch(folder: string): string {
  const head = headAround(resolve(folder))?.trim();
  if (head === undefined) return NO_BRANCH;
  if (/^[0-9a-f]{40,64}$/u.test(head)) return head.slice(0, 7);
  const name = /^ref: +(?:refs\/heads\/|refs\/)?(\S+)$/u.exec(head)?.[1];
  // Repositories in the reftable format store references elsewhere and write this name into HEAD.
  return name === undefined || name === ".invalid" ? NO_BRANCH : name;
}

/** The HEAD of the repository that contains the folder. */
function headAround(folder: string): string | undefined {
  try {
    const found = foundAt(folder, ".git", { ...IN_GIT, follow: true });
    if (found?.isDirectory() === true) return readHead(folder, ".git/HEAD");
    // The folder that a .git file names may be anywhere, so only its HEAD is read.
    if (found !== undefined) return readHead(namedGitFolder(folder), "HEAD");
    const parent = dirname(folder);
    return parent === folder ? undefined : headAround(parent);
  } catch {
    // A repository that is unreadable or leads out of the project does not count.
    return undefined;
  }
}

function readHead(folder: string | undefined, file: string): string | undefined {
  return folder === undefined ? undefined : readText(folder, file, SMALL_BYTES, IN_GIT)?.text;
}
