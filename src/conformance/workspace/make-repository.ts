/** Makes the git repository that the workspace of a case may be. */

import { createHash } from "node:crypto";
import { appendFileSync, chmodSync, existsSync, mkdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Case, GivenRepository } from "../fixture/case.js";
import { fillTokens, type Tokens } from "../notation/file-path.js";
import { makeEmptyRepository } from "./empty-repository.js";
import { ADDRESS, git, hasGit, NOTHING, repositoryAround, WHO, withGit } from "./git.js";
import { put, type Written, writtenIn } from "./git-folder.js";
import { collect } from "./snapshot.js";

/**
 * Why a case cannot have what it says of git, where it cannot.
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
 * What git has made of files, by a hash of everything that it depends on, the file system included. Many cases begin with
 * the same repository, and each start of git costs as much as a small case.
 */
const known = new Map<string, Written>();

/**
 * Makes the workspace a repository of the files in it. Its own settings stand above those of the user, so that what an
 * implementation commits is signed by nobody and runs no hooks but those of the case.
 * @throws NexusError NXC_WORKSPACE
 */
export async function makeRepository(folder: string, given: GivenRepository, tokens: Tokens): Promise<void> {
  await withGit(async () => {
    await makeEmptyRepository(folder);
    writeFileSync(join(folder, ".git/HEAD"), `ref: refs/heads/${given.branch}\n`);
    const hooks = join(folder, ".git/hooks");
    appendFileSync(join(folder, ".git/config"), settings(hooks, given.hasIdentity));
    const { hooks: scripts, hasIdentity: _, ...history } = given;
    const paths = (files: readonly string[]) => files.map((file) => fillTokens(file, tokens));
    await makeHistory(folder, { ...history, uncommitted: paths(given.uncommitted), staged: paths(given.staged) });
    for (const [name, script] of Object.entries(scripts)) putHook(hooks, name, script);
  });
}

/** The part of it that git makes, with paths as they are in the folder. */
type History = Omit<GivenRepository, "hooks" | "hasIdentity">;

async function makeHistory(folder: string, history: History): Promise<void> {
  const files = new Map<string, string>();
  collect(folder, files, { skips: (path) => path === ".git" });
  const key = createHash("sha256")
    .update(JSON.stringify([statSync(folder).dev, history, ...files]))
    .digest("hex");
  const written = known.get(key);
  if (written === undefined) {
    await askGit(folder, history);
    // The settings name the folder.
    const all = writtenIn(folder, ".git").filter(([path]) => path !== join(".git", "config"));
    known.set(key, all);
  } else {
    put(written, folder);
    // The index says when the files were written, which are those of this case now.
    if (existsSync(join(folder, ".git/index"))) await git(folder, "update-index", "-q", "--refresh");
  }
}

async function askGit(folder: string, { branch, hasCommit, uncommitted, staged, ...rest }: History): Promise<void> {
  if (hasCommit) {
    await git(folder, "add", "--all");
    const left = [...uncommitted, ...staged];
    // What a given .gitignore names was never added, and so there is nothing to take back.
    if (left.length > 0) await git(folder, "rm", "--quiet", "--cached", "--ignore-unmatch", "--", ...left);
    await git(folder, "commit", "--quiet", "--allow-empty", "--no-verify", "--message", "The files of the case");
  }
  if (staged.length > 0) await git(folder, "add", "--force", "--", ...staged);
  if (rest.isDetached) await git(folder, "checkout", "--quiet", "--detach");
  if (rest.inProgress !== undefined) await begin(folder, rest.inProgress, branch);
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

/** What git itself goes by: a file or a folder that names the commit. */
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
      // The branch to return to: a real rebase has detached the head, which then tells nobody.
      const files = { "head-name": `refs/heads/${branch}\n`, onto: head, "orig-head": head };
      for (const [name, text] of Object.entries(files)) put(`rebase-merge/${name}`, text);
    }
  }
}
