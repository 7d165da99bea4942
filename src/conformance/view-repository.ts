/** Looks with git into the repository of a case. */

import { existsSync } from "node:fs";
import { git, unlessNone, withGit } from "./git.js";
import type { CommitView, RepositoryView } from "./repository-view.js";

/**
 * What the repository looks like; null where the folder is none any more.
 * @throws NexusError NXC_WORKSPACE where there is one that git cannot read
 */
export function viewRepository(folder: string): Promise<RepositoryView | null> {
  return withGit(async () => {
    // An implementation may even remove the folder; then git cannot be asked.
    if (!existsSync(folder)) return null;
    const words = ["--porcelain=v2", "--branch", "--no-renames", "--untracked-files=all", "-z"];
    const status = await unlessNone(git(folder, "status", ...words));
    if (status === null) return null;
    const { oid, branch, staged, uncommitted } = readStatus(status);
    if (oid === undefined) return { branch, commits: 0, head: null, staged, uncommitted };
    const commits = Number(await git(folder, "rev-list", "--count", oid));
    return { branch, commits, head: await readCommit(folder, oid), staged, uncommitted };
  });
}

function readStatus(text: string) {
  const lines = text.split("\0");
  const header = (name: string) => lines.find((line) => line.startsWith(`# ${name} `))?.slice(name.length + 3);
  const [oid, branch = ""] = [header("branch.oid"), header("branch.head")];
  const staged: string[] = [];
  const uncommitted: string[] = [];
  for (const line of lines) {
    const [kind = "", state = ""] = line.split(" ");
    const path = pathIn(line, kind);
    if (path === undefined) continue;
    if (kind === "1" && !state.startsWith(".")) staged.push(path);
    if (kind !== "1" || !state.endsWith(".")) uncommitted.push(path);
  }
  return {
    oid: oid === "(initial)" ? undefined : oid,
    branch: branch === "(detached)" ? null : branch,
    staged: staged.sort(),
    uncommitted: uncommitted.sort(),
  };
}

/** How many fields stand before the path: of a change, of a conflict, of a file that git does not know. */
const FIELDS: Readonly<Record<string, number>> = { "1": 8, u: 10, "?": 1 };

function pathIn(line: string, kind: string): string | undefined {
  const fields = FIELDS[kind];
  return fields === undefined ? undefined : line.split(" ").slice(fields).join(" ");
}

async function readCommit(folder: string, id: string): Promise<CommitView> {
  const [line = "", message = ""] = (await git(folder, "log", "-1", "--format=%P%x00%B", id)).split("\0");
  const parents = line.split(" ").filter((parent) => parent !== "");
  const words = ["-r", "--root", "--no-commit-id", "--no-renames", "--name-status", "-z"];
  const items = (await git(folder, "diff-tree", ...words, ...parents.slice(0, 1), id)).split("\0");
  const files = (...kinds: readonly string[]) =>
    items.filter((_, at) => at % 2 === 1 && kinds.includes(items[at - 1] ?? "")).sort();
  return {
    id,
    message: message.trim(),
    parents,
    added: files("A"),
    // T: the file has become a link, or the link a file.
    changed: files("M", "T"),
    deleted: files("D"),
  };
}
