import { existsSync } from "node:fs";
import { join } from "node:path";
import { ToolError } from "../contract/tool-error.js";
import { foundAt, reading } from "../store/state-file.js";
import { bytesOf, isBlob } from "./blob.js";
import { isGitFolderOf, problemWithGitFolder } from "./check-git-folder.js";
import { type GitOptions, git, gitText, itemsOf, saidBy } from "./git.js";

/** The repository around a project, ready for a commit. */
export interface Repository {
  /** Where git keeps what belongs to this checkout. */
  readonly gitFolder: string;
  /** Id of the commit that is checked out. */
  readonly head: string;
  /** The folder that the repository is about. */
  readonly top: string;
  /** Stands before a path of the project where the repository names it; empty where the project is its root. */
  readonly prefix: string;
  /** Ids of the contents that {@link head} has, by path, of the files that were asked for so far. */
  readonly blobs: Map<string, string | undefined>;
}

/** What git leaves in its folder while something is under way. */
const UNDER_WAY: readonly (readonly [name: string, operation: string])[] = [
  ["MERGE_HEAD", "merge"],
  ["CHERRY_PICK_HEAD", "cherry-pick"],
  ["REVERT_HEAD", "revert"],
  ["rebase-merge", "rebase"],
  ["rebase-apply", "rebase"],
  ["sequencer", "cherry-pick or revert of several commits"],
];

/**
 * The repository in which a deletion can be a commit.
 * @throws ToolError NO_REPOSITORY or GIT_IN_PROGRESS where there is none
 */
export async function openRepository(root: string): Promise<Repository> {
  const problem = await problemWithGitFolder(root);
  if (problem !== undefined) throw ToolError.of("NO_REPOSITORY", { reason: problem });
  const words = ["--is-inside-work-tree", "--absolute-git-dir", "--show-toplevel", "--show-prefix"];
  const inside = await git(root, ["rev-parse", ...words]);
  const [isInside, gitFolder = "", top = "", prefix = ""] = inside.stdout.split("\n");
  if (inside.code !== 0 || isInside !== "true") {
    const isNone = inside.code === 0 || inside.stderr.includes("not a git repository");
    const reason = isNone ? "The project is in no git repository" : `git refuses the repository (${saidBy(inside)})`;
    throw ToolError.of("NO_REPOSITORY", { reason });
  }
  if (!isGitFolderOf(root, gitFolder)) {
    throw ToolError.of("NO_REPOSITORY", { reason: "git takes another folder than .git for the repository" });
  }
  const under = UNDER_WAY.find(([name]) => existsSync(join(gitFolder, name)));
  if (under !== undefined) throw ToolError.of("GIT_IN_PROGRESS", { operation: under[1] });
  const head = await headOf(root);
  if (head === undefined) throw ToolError.of("NO_REPOSITORY", { reason: "The repository has no commit yet" });
  return { gitFolder, head, top, prefix, blobs: new Map() };
}

export async function headOf(root: string, options?: GitOptions): Promise<string | undefined> {
  const { code, stdout } = await git(root, ["rev-parse", "--verify", "--quiet", "HEAD^{commit}"], options);
  return code === 0 ? stdout.trim() : undefined;
}

/**
 * Makes sure that the commit which is checked out holds each file as it is.
 * @param files from the root of the project
 * @throws ToolError NOT_RECOVERABLE for the first that it does not
 */
export async function checkRecoverable(root: string, repository: Repository, files: readonly string[]): Promise<void> {
  const { head } = repository;
  await readBlobs(root, repository, files);
  const unknown = files.find((file) => repository.blobs.get(file) === undefined);
  if (unknown !== undefined) throw notRecoverable(unknown, "no commit holds it");
  const [staged] = itemsOf(
    await gitText(root, ["diff-index", "--cached", "--name-only", "--relative", "-z", head, "--", ...files]),
  );
  if (staged !== undefined) throw notRecoverable(staged, "changes to it are staged and in no commit");
  await checkUnchanged(root, repository, files);
}

/**
 * The part of it that somebody may spoil at any time, such as an editor, or a hook of the commit. A file that is gone
 * has nothing to lose.
 * @throws ToolError NOT_RECOVERABLE for the first file with another content than in the commit
 */
export async function checkUnchanged(root: string, repository: Repository, files: readonly string[]): Promise<void> {
  const { top, prefix, blobs } = repository;
  await readBlobs(root, repository, files);
  // The status trusts flags and times that somebody may have set; the content says it itself.
  const others = files.filter((file) => {
    const found = reading(file, () => foundAt(root, file));
    if (found?.isFile() === false) throw notRecoverable(file, CHANGED);
    if (found === undefined) return false;
    const [bytes, blob] = [bytesOf(root, file), blobs.get(file)];
    return bytes === null || blob === undefined || !isBlob(bytes, blob);
  });
  if (others.length === 0) return;
  // A checkout may write line ends, or more, otherwise than the commit holds them. Only git knows what it would commit.
  const input = others.map((file) => `${prefix}${file}\n`).join("");
  const contents = (await gitText(top, ["hash-object", "--stdin-paths"], { input })).split("\n");
  const changed = others.find((file, at) => contents[at] !== blobs.get(file));
  if (changed !== undefined) throw notRecoverable(changed, CHANGED);
}

const CHANGED = "it has changed since the last commit";

function notRecoverable(path: string, reason: string): ToolError {
  return ToolError.of("NOT_RECOVERABLE", { path, reason });
}

/** Asks what the commit holds of files, once for each: it never changes. */
async function readBlobs(root: string, { head, blobs }: Repository, files: readonly string[]): Promise<void> {
  const unasked = files.filter((file) => !blobs.has(file));
  if (unasked.length === 0) return;
  const entries = itemsOf(await gitText(root, ["ls-tree", "-z", head, "--", ...unasked]));
  for (const file of unasked) blobs.set(file, undefined);
  for (const entry of entries) {
    const [facts = "", path = ""] = entry.split("\t");
    blobs.set(path, facts.split(" ")[2] ?? "");
  }
}
