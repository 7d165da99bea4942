import { resolve } from "node:path";
import { readText, SMALL_BYTES } from "@nexus-core/service/files/read-file";

/** Files of git are looked at nowhere else. */
export const IN_GIT = { mayEnterGit: true } as const;

const BEGINNING = "gitdir:";

/**
 * In worktrees and submodules `.git` is a file that names a folder elsewhere.
 * @returns the absolute path of that folder; undefined where the file names none
 * @throws UnsafePath and the error of the file system, as `readText` does
 */
export function namedGitFolder(folder: string): string | undefined {
  const text = readText(folder, ".git", SMALL_BYTES, IN_GIT)?.text ?? "";
  const target = text.startsWith(BEGINNING) ? text.slice(BEGINNING.length).trim() : "";
  // A share of another machine would be told who the user is.
  const isNone = target === "" || target.includes("\n") || target.startsWith("\\\\") || target.startsWith("//");
  return isNone ? undefined : resolve(folder, target);
}
