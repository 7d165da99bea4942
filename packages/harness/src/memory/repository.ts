import { existsSync } from "node:fs";
import { join } from "node:path";
import { ToolError } from "../contract/tool-error.js";
import { foundAt, reading } from "../store/state-file.js";
import { bytesOf, isBlob } from "./blob.js";
import { isGitFolderOf, problemWithGitFolder } from "./check-git-folder.js";
import { type GitOptions, git, gitText, itemsOf, saidBy } from "./git.js";

/** The repository that contains a project, ready for a commit. */
export interface Repository {
  /** Git's folder for this checkout. */
  readonly gitFolder: string;
  /** Id of the checked-out commit. */
  readonly head: string;
  /** Top folder of the working tree. */
  readonly top: string;
  /** Path from the top folder to the project, with a trailing slash; empty if they are the same. */
  readonly prefix: string;
  /** Cache of blob ids in {@link head}, by path. */
  readonly blobs: Map<string, string | undefined>;
}

/** Files and folders that exist in git's folder during an unfinished operation. */
const UNDER_WAY: readonly (readonly [name: string, operation: string])[] = [
  ["MERGE_HEAD", "merge"],
  ["CHERRY_PICK_HEAD", "cherry-pick"],
  ["REVERT_HEAD", "revert"],
  ["rebase-merge", "rebase"],
  ["rebase-apply", "rebase"],
  ["sequencer", "cherry-pick or revert of several commits"],
];

/**
 * Opens the repository that a deletion is committed to.
 * @throws ToolError NO_REPOSITORY or GIT_IN_PROGRESS
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
 * Makes sure that the checked-out commit contains each file with its current content.
 * @param files paths relative to the project root
 * @throws ToolError NOT_RECOVERABLE for the first file that it does not contain
 */
export async function checkRecoverable(root: string, repository: Repository, files: readonly string[]): Promise<void> {
  const { head } = repository;
  await readBlobs(root, repository, files);
  const unknown = files.find((file) => repository.blobs.get(file) === undefined);
  if (unknown !== undefined) throw notRecoverable(unknown, "no commit contains it");
  const [staged] = itemsOf(
    await gitText(root, ["diff-index", "--cached", "--name-only", "--relative", "-z", head, "--", ...files]),
  );
  if (staged !== undefined) throw notRecoverable(staged, "changes to it are staged and in no commit");
  await checkUnchanged(root, repository, files);
}

/**
 * Makes sure that no file differs from the commit. This can change at any time, through an editor or a commit hook, so it
 * is checked again late. A missing file passes.
 * @throws ToolError NOT_RECOVERABLE for the first file that differs
 */
export async function checkUnchanged(root: string, repository: Repository, files: readonly string[]): Promise<void> {
  const { top, prefix, blobs } = repository;
  await readBlobs(root, repository, files);
  // Compare contents: `git status` trusts flags and times, which can be set to hide a change.
  const others = files.filter((file) => {
    const found = reading(file, () => foundAt(root, file));
    if (found?.isFile() === false) throw notRecoverable(file, CHANGED);
    if (found === undefined) return false;
    const [bytes, blob] = [bytesOf(root, file), blobs.get(file)];
    return bytes === null || blob === undefined || !isBlob(bytes, blob);
  });
  if (others.length === 0) return;
  // A checkout may convert line ends or apply filters, so only git knows what it would commit.
  const input = others.map((file) => `${prefix}${file}\n`).join("");
  const contents = (await gitText(top, ["hash-object", "--stdin-paths"], { input })).split("\n");
  const changed = others.find((file, at) => contents[at] !== blobs.get(file));
  if (changed !== undefined) throw notRecoverable(changed, CHANGED);
}

const CHANGED = "it has changed since the last commit";

function notRecoverable(path: string, reason: string): ToolError {
  return ToolError.of("NOT_RECOVERABLE", { path, reason });
}

/** Looks up the blob ids of files that are not cached yet. */
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
