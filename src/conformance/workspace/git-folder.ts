/** The files that git writes, copied or moved from one folder to another. */

import { appendFileSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import type { Case } from "../fixture/case.js";

/** Content by path; undefined for a folder. */
export type Written = readonly (readonly [path: string, content: Buffer | undefined])[];

export function put(written: Written, folder: string): void {
  for (const [path, content] of written) {
    if (content === undefined) mkdirSync(join(folder, path), { recursive: true });
    else writeFileSync(join(folder, path), content);
  }
}

export function writtenIn(folder: string, path: string): Written {
  const file = join(folder, path);
  if (!statSync(file).isDirectory()) return [[path, readFileSync(file)]];
  return [[path, undefined], ...readdirSync(file).flatMap((name) => writtenIn(folder, join(path, name)))];
}

/** The top folder of the repository of a workspace, as git sees it. */
export function topOf(folder: string, given: Case["repository"]): string {
  return typeof given === "object" && given.partOf === "subfolder" ? dirname(folder) : folder;
}

/** What a linked worktree shares with its repository. The rest of a git folder is its own. */
const SHARED = ["config", "description", "hooks", "info", "logs", "objects", "packed-refs", "refs"];

/**
 * Makes a repository a linked worktree of another one, which keeps what they share. git itself could only make a worktree
 * that begins without staged files and without an operation in progress.
 */
export function makeWorktree(folder: string, repository: string): void {
  const shared = join(repository, ".git");
  const own = join(shared, "worktrees", "topic");
  mkdirSync(repository, { recursive: true });
  renameSync(join(folder, ".git"), shared);
  const names = readdirSync(shared).filter((name) => !SHARED.includes(name));
  mkdirSync(own, { recursive: true });
  for (const name of names) renameSync(join(shared, name), join(own, name));
  writeFileSync(join(shared, "HEAD"), "ref: refs/heads/elsewhere\n");
  writeFileSync(join(own, "commondir"), "../..\n");
  writeFileSync(join(own, "gitdir"), `${join(folder, ".git")}\n`);
  writeFileSync(join(folder, ".git"), `gitdir: ${own}\n`);
}

/** Makes a repository a submodule of another one, and moves its git folder there. */
export function makeSubmodule(folder: string, repository: string): void {
  const own = join(repository, ".git", "modules", "part");
  mkdirSync(join(repository, ".git", "modules"), { recursive: true });
  renameSync(join(folder, ".git"), own);
  appendFileSync(join(own, "config"), `[core]\n\tworktree = ${JSON.stringify(relative(own, folder))}\n`);
  writeFileSync(join(folder, ".git"), `gitdir: ${relative(folder, own)}\n`);
}
