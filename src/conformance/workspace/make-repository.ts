/** Makes the git repository that a case may ask for in its workspace. */

import { createHash } from "node:crypto";
import { appendFileSync, chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { basename, join, relative } from "node:path";
import type { Case, FileText, GivenRepository } from "../fixture/case.js";
import { fillTokens, type Tokens } from "../notation/file-path.js";
import { makeEmptyRepository } from "./empty-repository.js";
import { ADDRESS, EARLIER, git, gitAt, hasGit, NOTHING, repositoryAround, WHO, withGit } from "./git.js";
import { makeSubmodule, makeWorktree, put, topOf, type Written, writtenIn } from "./git-folder.js";
import { collect } from "./snapshot.js";

/**
 * The reason why a case cannot have the repository that it asks for, if there is one.
 * @throws NexusError NXC_WORKSPACE
 */
export async function unmetRepository(folder: string, given: Case["repository"]): Promise<string | undefined> {
  if (given === undefined) return undefined;
  if (!(await hasGit())) return "git is not installed";
  if (given !== "none") return undefined;
  const around = await withGit(() => repositoryAround(folder));
  return around === null ? undefined : `the workspace lies in the git repository ${around}`;
}

/**
 * Results of git, by a hash of everything that they depend on, including the file system. Many cases begin with the same
 * repository, and starting git once takes as long as a small case.
 */
const known = new Map<string, Written>();

/**
 * Makes the workspace a repository that contains its files. The settings of the repository override those of the user, so
 * that commits of an implementation are not signed and run no hooks except those of the case.
 * @throws NexusError NXC_WORKSPACE
 */
export async function makeRepository(
  folder: string,
  given: GivenRepository,
  tokens: Tokens,
  home: string,
): Promise<void> {
  await withGit(async () => {
    const { hooks: scripts, hasIdentity, partOf, ...history } = given;
    const top = topOf(folder, given);
    await makeEmptyRepository(top);
    writeFileSync(join(top, ".git/HEAD"), `ref: refs/heads/${given.branch}\n`);
    // A hidden folder of the user, because the implementation may write to its repository.
    const isElsewhere = partOf === "worktree" || partOf === "submodule";
    const repository = isElsewhere ? join(home, ".repositories", basename(folder)) : top;
    const hooks = join(repository, ".git/hooks");
    appendFileSync(join(top, ".git/config"), settings(hooks, hasIdentity));
    const path = (file: string) => join(relative(top, folder), fillTokens(file, tokens));
    const texts = (files: readonly FileText[]) => files.map(({ file, text }) => ({ file: path(file), text }));
    await makeHistory(top, {
      ...history,
      uncommitted: given.uncommitted.map(path),
      staged: given.staged.map(path),
      earlier: texts(given.earlier),
      stagedText: texts(given.stagedText),
    });
    if (partOf === "worktree") makeWorktree(folder, repository);
    if (partOf === "submodule") makeSubmodule(folder, repository);
    for (const [name, script] of Object.entries(scripts)) putHook(hooks, name, script);
  });
}

/** The part of a repository that is made with git. Tokens in paths are filled in. */
type History = Omit<GivenRepository, "hooks" | "hasIdentity" | "partOf">;

async function makeHistory(folder: string, history: History): Promise<void> {
  const files = new Map<string, string>();
  collect(folder, files, { skips: (path) => path === ".git" });
  const key = createHash("sha256")
    .update(JSON.stringify([statSync(folder).dev, history, ...files]))
    .digest("hex");
  const written = known.get(key);
  if (written === undefined) {
    await askGit(folder, history);
    // The config is left out because it contains the path of the folder.
    const all = writtenIn(folder, ".git").filter(([path]) => path !== join(".git", "config"));
    known.set(key, all);
  } else {
    put(written, folder);
    // The index contains the times of the files, which differ in this case.
    if (existsSync(join(folder, ".git/index"))) await git(folder, "update-index", "-q", "--refresh");
  }
}

async function askGit(folder: string, { branch, hasCommit, uncommitted, staged, ...rest }: History): Promise<void> {
  if (rest.earlier.length > 0) {
    await add(folder, rest.earlier);
    await gitAt(EARLIER, folder, "commit", "--quiet", "--no-verify", "--message", "Earlier files");
  }
  if (hasCommit) {
    await git(folder, "add", "--all");
    const leftOut = [...uncommitted, ...staged];
    // A .gitignore of the case may already have kept a file out, so a file that is not found is no error.
    if (leftOut.length > 0) await git(folder, "rm", "--quiet", "--cached", "--ignore-unmatch", "--", ...leftOut);
    await git(folder, "commit", "--quiet", "--allow-empty", "--no-verify", "--message", "The files of the case");
  }
  if (staged.length > 0) await git(folder, "add", "--force", "--", ...staged);
  if (rest.stagedText.length > 0) await add(folder, rest.stagedText);
  if (rest.isDetached) await git(folder, "checkout", "--quiet", "--detach");
  if (rest.inProgress !== undefined) await begin(folder, rest.inProgress, branch);
}

/** Stages texts in place of what is in the files. */
async function add(folder: string, texts: readonly FileText[]): Promise<void> {
  const kept = texts.map(({ file }) => [join(folder, file), readFileSync(join(folder, file))] as const);
  for (const { file, text } of texts) writeFileSync(join(folder, file), text);
  await git(folder, "add", "--force", "--", ...texts.map(({ file }) => file));
  for (const [path, bytes] of kept) writeFileSync(path, bytes);
}

function settings(hooks: string, hasIdentity: boolean): string {
  const text = (value: string) => JSON.stringify(value);
  return [
    "[user]",
    `\tname = ${text(hasIdentity ? WHO : "")}`,
    `\temail = ${text(hasIdentity ? ADDRESS : "")}`,
    "\tuseConfigOnly = true",
    "[core]",
    `\thooksPath = ${text(hooks)}`,
    `\texcludesFile = ${text(NOTHING)}`,
    `\tattributesFile = ${text(NOTHING)}`,
    "\tautocrlf = false",
    "\tfsmonitor = false",
    "[commit]",
    "\tgpgSign = false",
    "[gc]",
    "\tauto = 0",
    "[maintenance]",
    "\tauto = false",
    "",
  ].join("\n");
}

function putHook(folder: string, name: string, script: string): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`);
  chmodSync(join(folder, name), 0o755);
}

/** Writes the files by which git recognizes an operation in progress. */
async function begin(
  folder: string,
  operation: NonNullable<GivenRepository["inProgress"]>,
  branch: string,
): Promise<void> {
  const head = await git(folder, "rev-parse", "HEAD");
  const put = (name: string, text: string) => writeFileSync(join(folder, ".git", name), text);
  switch (operation) {
    case "merge":
      put("MERGE_HEAD", head);
      put("MERGE_MSG", "A merge\n");
      return;
    case "cherry-pick":
      put("CHERRY_PICK_HEAD", head);
      return;
    case "revert":
      put("REVERT_HEAD", head);
      return;
    case "rebase": {
      mkdirSync(join(folder, ".git/rebase-merge"));
      // A real rebase detaches the head, so git keeps the branch to return to here.
      const files = { "head-name": `refs/heads/${branch}\n`, onto: head, "orig-head": head };
      for (const [name, text] of Object.entries(files)) put(`rebase-merge/${name}`, text);
    }
  }
}
