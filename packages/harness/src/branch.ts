import { readFileSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

/** What stands in for a branch where there is none (`core.history.branch-outside-git`). */
export const NO_BRANCH = "unknown";

/**
 * The branch that is checked out in the nearest repository around a folder: its full name, the short commit on a
 * detached head, or `unknown`. Reads git's files by hand, because git need not be installed where a harness runs.
 */
export function currentBranch(folder: string): string {
  const git = gitFolder(resolve(folder));
  const head = git === undefined ? undefined : readText(join(git, "HEAD"))?.trim();
  if (head === undefined) return NO_BRANCH;
  if (/^[0-9a-f]{40,64}$/u.test(head)) return head.slice(0, 7);
  const name = /^ref: +(?:refs\/heads\/|refs\/)?(\S+)$/u.exec(head)?.[1];
  // Repositories with the reftable format keep their references elsewhere and put this name into HEAD.
  return name === undefined || name === ".invalid" ? NO_BRANCH : name;
}

/** The `.git` folder of the folder or of its nearest ancestor; in worktrees and submodules `.git` is a file that names it. */
function gitFolder(folder: string): string | undefined {
  const entry = join(folder, ".git");
  const stats = statSync(entry, { throwIfNoEntry: false });
  if (stats?.isDirectory()) return entry;
  if (stats?.isFile()) {
    const target = /^gitdir: *(.+?)\s*$/u.exec(readText(entry) ?? "")?.[1];
    return target === undefined ? undefined : resolve(folder, target);
  }
  const parent = dirname(folder);
  return parent === folder ? undefined : gitFolder(parent);
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}
