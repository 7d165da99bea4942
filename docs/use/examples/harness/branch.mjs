import { lstatSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { readIfThere } from "./files.mjs";

/** The full name of the branch, the short commit on a detached head, or "unknown" outside git. */
export function currentBranch(folder) {
  const git = lstatSync(join(folder, ".git"), { throwIfNoEntry: false });
  if (git === undefined) return dirname(folder) === folder ? "unknown" : currentBranch(dirname(folder));
  try {
    const head = (git.isFile() ? headOfWorktree(folder) : readIfThere(folder, ".git/HEAD")).trim();
    if (head.startsWith("ref: ")) return head.replace(/^ref: (refs\/heads\/)?/, "");
    // A planted .git may name any folder, so nothing but the id of a commit is told.
    return /^[0-9a-f]{40,64}$/.test(head) ? head.slice(0, 7) : "unknown";
  } catch {
    return "unknown";
  }
}

/** In a worktree .git is a file that names a folder elsewhere. Nothing but its HEAD is read. */
function headOfWorktree(folder) {
  const place = readIfThere(folder, ".git")
    .trim()
    .replace(/^gitdir: */, "");
  return place === "" ? "" : readIfThere(resolve(folder, place), "HEAD");
}
