import { resolve } from "node:path";
import { readText, SMALL_BYTES } from "@nexus-core/service/files/read-file";

/** Only code that reads git's own files may follow links into `.git`. */
export const IN_GIT = { mayEnterGit: true } as const;

const BEGINNING = "gitdir:";

/**
 * In worktrees and submodules `.git` is a file that names a folder elsewhere.
 * @returns the absolute path of that folder; undefined if the file does not name one
 * @throws UnsafePath or the file system's error, as `readText` does
 */
export function namedGitFolder(folder: string): string | undefined {
  const text = readText(folder, ".git", SMALL_BYTES, IN_GIT)?.text ?? "";
  const target = text.startsWith(BEGINNING) ? text.slice(BEGINNING.length).trim() : "";
  // Opening a network share would reveal the user's identity to another machine.
  const isNone = target === "" || target.includes("\n") || target.startsWith("\\\\") || target.startsWith("//");
  return isNone ? undefined : resolve(folder, target);
}
