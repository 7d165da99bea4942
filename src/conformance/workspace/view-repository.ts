/** Reads the state of a case's repository with git. */

import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { basename } from "node:path";
import type { Case } from "../fixture/case.js";
import { git, unlessNone, withGit } from "./git.js";
import { topOf } from "./git-folder.js";
import type { CommitView, RepositoryView } from "./repository-view.js";

/**
 * The state of the repository of a workspace, or null if the folder is no longer a repository.
 * @param given the repository of the case. Paths in the result begin at the workspace.
 * @throws NexusError NXC_WORKSPACE if git cannot read the repository
 */
export function viewRepository(folder: string, given: Case["repository"]): Promise<RepositoryView | null> {
  const top = topOf(folder, given);
  const own = top === folder ? "" : `${basename(folder)}/`;
  const pathOf = (path: string) => (path.startsWith(own) ? path.slice(own.length) : `../${path}`);
  return withGit(async () => {
    // An implementation may have removed the folder, and git would fail.
    if (!existsSync(folder)) return null;
    const words = ["--porcelain=v2", "--branch", "--no-renames", "--untracked-files=all", "-z"];
    const status = await unlessNone(git(top, "status", ...words));
    if (status === null) return null;
    const { oid, branch, staged, uncommitted } = readStatus(status, pathOf);
    if (oid === undefined) return { branch, commits: 0, head: null, staged, uncommitted };
    return { branch, ...(await readLog(top, oid, pathOf)), staged, uncommitted };
  });
}

type PathOf = (path: string) => string;

function readStatus(text: string, pathOf: PathOf) {
  const lines = text.split("\0");
  const header = (name: string) => lines.find((line) => line.startsWith(`# ${name} `))?.slice(name.length + 3);
  const [oid, branch = ""] = [header("branch.oid"), header("branch.head")];
  const staged: string[] = [];
  const uncommitted: string[] = [];
  for (const line of lines) {
    const [kind = "", state = ""] = line.split(" ");
    const written = pathIn(line, kind);
    if (written === undefined) continue;
    const path = pathOf(written);
    if (kind === "1" && !state.startsWith(".")) staged.push(path);
    // What changes above the workspace violates a requirement of its own.
    if ((kind !== "1" || !state.endsWith(".")) && !path.startsWith("../")) uncommitted.push(path);
  }
  return {
    oid: oid === "(initial)" ? undefined : oid,
    branch: branch === "(detached)" ? null : branch,
    staged: staged.sort(),
    uncommitted: uncommitted.sort(),
  };
}

/** Number of fields before the path, for a change, a conflict and an untracked file. */
const FIELDS: Readonly<Record<string, number>> = { "1": 8, u: 10, "?": 1 };

function pathIn(line: string, kind: string): string | undefined {
  const fields = FIELDS[kind];
  return fields === undefined ? undefined : line.split(" ").slice(fields).join(" ");
}

/** Compares a merge with each parent, in order, regardless of the repository's settings. */
const LOG = ["-c", "log.showRoot=true", "-c", "log.diffMerges=separate", "log", "-m", "--no-show-signature", "-z"];
const CHANGES = ["--name-status", "--no-renames", "--no-relative"];

/** The number of commits up to this one, and its content. */
async function readLog(
  folder: string,
  id: string,
  pathOf: PathOf,
): Promise<{ readonly commits: number; readonly head: CommitView }> {
  // Unguessable, so that no commit message contains it.
  const mark = randomUUID();
  const text = await git(folder, ...LOG, ...CHANGES, `--format=${mark}%H %P%x00%B%x00`, id);
  const [first = "", ...others] = text.split(mark).slice(1);
  const commits = new Set([first, ...others].map((entry) => entry.split(" ", 1)[0])).size;
  const [line = "", message = "", , ...items] = first.split("\0");
  const [, ...parents] = line.trim().split(" ");
  const files = (...kinds: readonly string[]) =>
    items
      .filter((_, at) => at % 2 === 1 && kinds.includes(items[at - 1]?.trim() ?? ""))
      .map(pathOf)
      .sort();
  const head = {
    id,
    message: message.trim(),
    parents,
    added: files("A"),
    // T: a file was replaced by a link, or a link by a file.
    changed: files("M", "T"),
    deleted: files("D"),
  };
  return { commits, head };
}
