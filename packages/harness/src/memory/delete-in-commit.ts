import { createHash, randomBytes } from "node:crypto";
import { copyFileSync, rmSync, statSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { LARGE_BYTES, readBytes } from "@nexus-core/service/files/read-file";
import { deleteFile, syncFolderOf } from "@nexus-core/service/files/write-file";
import { reasonOf } from "nexus-core/base";
import { ToolError } from "../contract/tool-error.js";
import { foundAt, reading } from "../store/state-file.js";
import { git, gitText, itemsOf, saidBy } from "./git.js";
import { checkUnchanged, headOf, type Repository } from "./repository.js";

export interface Deletion {
  readonly commit: string;
  /** The command that restores the files, to be run in the project root. */
  readonly recover: string;
}

/** Attempts to update an index that another process has locked, with a pause between them. */
const ATTEMPTS = 20;
const PAUSE_MS = 100;

/**
 * Deletes files in a commit of their own. The commit comes first and uses a temporary index, so that it includes no
 * staged changes. Then the files are removed from the real index and the folder. If the process dies at any point, every
 * deleted file can be restored from git.
 * @param files paths relative to the project root, with the same content as in the checked-out commit
 * @throws ToolError COMMIT_REFUSED or COMMIT_DIFFERS with everything as before; COMMIT_LEFT if a file remains
 */
export async function deleteInCommit(
  root: string,
  repository: Repository,
  files: readonly string[],
): Promise<Deletion> {
  const { gitFolder, head } = repository;
  const index = join(gitFolder, `nexus-${randomBytes(6).toString("hex")}.index`);
  const list = files.map((file) => `${file}\0`).join("");
  try {
    await readHead(root, repository, index);
    await gitText(root, ["update-index", "-z", "--force-remove", "--stdin"], { index, input: list });
    const commit = await commitOf(root, head, files, index);
    let contents: readonly (string | undefined)[];
    try {
      await checkCommit(root, repository, commit, files);
      // Hooks and editors may have changed files since the first check.
      contents = contentsOf(root, files);
      await checkUnchanged(root, repository, files);
      await leaveIndex(root, list);
    } catch (thrown) {
      await takeBack(root, recovery(head, files.slice(0, 1)), commit, thrown);
      throw thrown;
    }
    removeAll(root, files, contents, commit);
    return { commit, recover: recovery(head, files) };
  } finally {
    for (const name of [index, `${index}.lock`]) rmSync(name, { force: true });
  }
}

/**
 * Fills an index with the checked-out commit. It starts from a copy of the real index, which caches file times; without
 * them `git commit` would read every file of the project again.
 */
async function readHead(root: string, { gitFolder, head }: Repository, index: string): Promise<void> {
  const real = join(gitFolder, "index");
  try {
    copyFileSync(real, index);
    // Files changed after the real index was written must not look older than the copy.
    const { atime, mtime } = statSync(real);
    utimesSync(index, atime, mtime);
  } catch {
    // Without a copy, git reads the files.
    rmSync(index, { force: true });
  }
  await gitText(root, ["read-tree", "--reset", head], { index });
}

async function commitOf(root: string, head: string, files: readonly string[], index: string): Promise<string> {
  const words = ["commit", "--quiet", "--no-gpg-sign", "--no-edit", "--cleanup=whitespace", "--file=-"];
  const outcome = await git(root, words, { index, input: messageOf(head, files), literal: false });
  const commit = await headOf(root, { isLast: true });
  // A post-commit hook may fail without undoing the commit, so compare commits and not exit codes.
  if (commit === undefined || commit === head) {
    const reason = outcome.code === 0 ? "it said that it did, and nothing came of it" : saidBy(outcome);
    throw ToolError.of("COMMIT_REFUSED", { reason });
  }
  return commit;
}

function messageOf(head: string, files: readonly string[]): string {
  const what = files.length === 1 ? "a memory file" : `${files.length} memory files`;
  const entries = files.map((file) => `- ${file}\n  ${recovery(head, [file])}`);
  return [`Forget ${what}`, "", "Each can be brought back:", "", ...entries, ""].join("\n");
}

function recovery(head: string, files: readonly string[]): string {
  // Otherwise git takes a name such as a*.md for a pattern, and brings back what it matches as well.
  const git = files.every(isPlain) ? "git" : "git --literal-pathspecs";
  return `${git} checkout ${head} -- ${files.map(quoted).join(" ")}`;
}

function isPlain(file: string): boolean {
  return /^[\w./-]+$/u.test(file);
}

function quoted(file: string): string {
  return isPlain(file) ? file : `'${file.replaceAll("'", "'\\''")}'`;
}

/** Detects hooks that added to the commit, and commits that another process made at the same time. */
async function checkCommit(
  root: string,
  { head, prefix }: Repository,
  commit: string,
  files: readonly string[],
): Promise<void> {
  const parents = await gitText(root, ["rev-list", "--parents", "-n", "1", commit]);
  if (parents.trim() !== `${commit} ${head}`) {
    throw ToolError.of("COMMIT_DIFFERS", { change: "a commit that came in between" });
  }
  const words = ["diff-tree", "-r", "--no-renames", "--name-status", "-z", head, commit];
  const items = itemsOf(await gitText(root, words));
  const deleted = new Set(items.filter((_, at) => at % 2 === 1 && items[at - 1] === "D"));
  const chosen = new Set(files.map((file) => prefix + file));
  const other = items.find((item, at) => at % 2 === 1 && !(chosen.has(item) && deleted.has(item)));
  if (other !== undefined) throw ToolError.of("COMMIT_DIFFERS", { change: other });
  const restored = [...chosen].find((path) => !deleted.has(path));
  if (restored !== undefined) throw ToolError.of("COMMIT_REFUSED", { reason: `a hook put ${restored} back` });
}

function contentsOf(root: string, files: readonly string[]): readonly (string | undefined)[] {
  return files.map((file) => contentOf(root, file));
}

/** A digest of the content; undefined if there is no file. */
function contentOf(root: string, file: string): string | undefined {
  return reading(file, () => {
    const found = foundAt(root, file);
    if (found === undefined) return undefined;
    const bytes = found.isFile() ? readBytes(root, file, LARGE_BYTES)?.bytes : undefined;
    return bytes === undefined ? "no file" : createHash("sha256").update(bytes).digest("hex");
  });
}

/**
 * Removes the files from the real index. Another process may lock it briefly, so this retries, but only until the
 * deadline: other callers are waiting for the state lock.
 */
async function leaveIndex(root: string, list: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await git(root, ["update-index", "-z", "--force-remove", "--stdin"], { input: list });
    if (outcome.code === 0) return;
    if (attempt === ATTEMPTS || outcome.isLate) throw ToolError.of("COMMIT_REFUSED", { reason: saidBy(outcome) });
    await pause(PAUSE_MS);
  }
}

/** Undoes a commit, but only if this call made it and no later commit follows it. */
async function takeBack(root: string, mark: string, commit: string, why: unknown): Promise<void> {
  const last = { isLast: true };
  const show = ["log", "-1", "--no-show-signature", "--format=%P%x00%B", commit];
  const [parent = "", message = ""] = (await git(root, show, last)).stdout.split("\0");
  const words = ["update-ref", "-m", "take back what memory_gc could not finish", "HEAD", parent, commit];
  const isOurs = message.includes(mark);
  if (isOurs && (await git(root, words, last)).code === 0) return;
  throw ToolError.of("COMMIT_LEFT", { commit, file: "what was chosen", reason: reasonOf(why).replace(/\.$/u, "") });
}

/**
 * Removes the files from the folder. A file that cannot be removed, or has just changed, stays; the others still go.
 */
function removeAll(
  root: string,
  files: readonly string[],
  contents: readonly (string | undefined)[],
  commit: string,
): void {
  const [left] = files.flatMap((file, at): readonly ToolError[] => {
    try {
      const content = contentOf(root, file);
      if (content === undefined) return [];
      if (content !== contents[at]) throw new Error("it has just been changed");
      deleteFile(root, file);
      syncFolderOf(root, file);
      return [];
    } catch (thrown) {
      return [ToolError.of("COMMIT_LEFT", { commit, file, reason: reasonOf(thrown) }, thrown)];
    }
  });
  if (left !== undefined) throw left;
}
