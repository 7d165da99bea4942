/** Makes the git repository that the workspace of a case may be. */

import { appendFileSync, chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Case, GivenRepository } from "./case.js";
import { makeEmptyRepository } from "./empty-repository.js";
import { ADDRESS, git, hasGit, NOTHING, repositoryAround, WHO, withGit } from "./git.js";
import { fillTokens, type Tokens } from "./tokens.js";

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
 * Makes the workspace a repository of the files in it. Its own settings stand above those of the user, so that what an
 * implementation commits is signed by nobody and runs no hooks but those of the case.
 * @throws NexusError NXC_WORKSPACE
 */
export async function makeRepository(folder: string, given: GivenRepository, tokens: Tokens): Promise<void> {
  const paths = (files: readonly string[]) => files.map((file) => fillTokens(file, tokens));
  await withGit(async () => {
    await makeEmptyRepository(folder);
    writeFileSync(join(folder, ".git/HEAD"), `ref: refs/heads/${given.branch}\n`);
    const hooks = join(folder, ".git/hooks");
    appendFileSync(join(folder, ".git/config"), settings(hooks, given.hasIdentity));
    if (given.hasCommit) {
      await git(folder, "add", "--all");
      const left = paths([...given.uncommitted, ...given.staged]);
      // What a given .gitignore names was never added, and so there is nothing to take back.
      if (left.length > 0) await git(folder, "rm", "--quiet", "--cached", "--ignore-unmatch", "--", ...left);
      await git(folder, "commit", "--quiet", "--allow-empty", "--no-verify", "--message", "The files of the case");
    }
    if (given.staged.length > 0) await git(folder, "add", "--force", "--", ...paths(given.staged));
    if (given.isDetached) await git(folder, "checkout", "--quiet", "--detach");
    if (given.inProgress !== undefined) await begin(folder, given.inProgress, given.branch);
    for (const [name, script] of Object.entries(given.hooks)) putHook(hooks, name, script);
  });
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
