/** The git repository that the workspace of a case may be: how it is made, and what it looks like at a moment. */

import { execFile } from "node:child_process";
import { appendFileSync, chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { NexusError, reasonOf } from "../errors.js";
import type { GivenRepository } from "./case.js";
import { fillTokens, type Tokens } from "./tokens.js";

/** What assertions look into. */
export interface RepositoryView {
  /** null on a detached head. */
  readonly branch: string | null;
  /** How many commits lead to the head. */
  readonly commits: number;
  /** null where there is no commit. */
  readonly head: CommitView | null;
  /** Files of which the next commit would hold another version than the head does. */
  readonly staged: readonly string[];
  /** Files that are changed and not staged, or that git does not know. */
  readonly uncommitted: readonly string[];
}

export interface CommitView {
  readonly id: string;
  readonly message: string;
  readonly parents: readonly string[];
  /** Files that it adds, changes and deletes, compared with its first parent. */
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly deleted: readonly string[];
}

const WHEN = "2020-01-01T00:00:00Z";
const WHO = "Conformance";
const ADDRESS = "conformance@example.org";

/**
 * What the user has told git, and the repository that a hook of git may run this in, say nothing of the one of a case.
 * git reads this name on Windows as well.
 */
const NOTHING = "/dev/null";

function environment(): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith("GIT_"));
  return {
    ...Object.fromEntries(own),
    GIT_CONFIG_GLOBAL: NOTHING,
    GIT_CONFIG_SYSTEM: NOTHING,
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_TERMINAL_PROMPT: "0",
    GIT_OPTIONAL_LOCKS: "0",
    GIT_LITERAL_PATHSPECS: "1",
    GIT_AUTHOR_NAME: WHO,
    GIT_AUTHOR_EMAIL: ADDRESS,
    GIT_AUTHOR_DATE: WHEN,
    GIT_COMMITTER_NAME: WHO,
    GIT_COMMITTER_EMAIL: ADDRESS,
    GIT_COMMITTER_DATE: WHEN,
  };
}

const PATIENCE_MS = 30_000;

/** @throws the error of the process, with what git said */
function git(folder: string, ...words: readonly string[]): Promise<string> {
  const options = { cwd: folder, env: environment(), maxBuffer: 64 * 1024 * 1024, timeout: PATIENCE_MS };
  return new Promise((resolve, reject) => {
    execFile("git", words, { ...options, windowsHide: true }, (error, stdout, stderr) => {
      if (error === null) resolve(stdout);
      else reject(stderr.trim() === "" ? error : new Error(stderr.trim().replaceAll(/\s+/gu, " ")));
    });
  });
}

let installed: Promise<boolean> | undefined;

/** Asked once, since nobody installs it during a run. */
export function hasGit(): Promise<boolean> {
  installed ??= git(".", "--version").then(
    () => true,
    () => false,
  );
  return installed;
}

/**
 * Makes the workspace a repository of the files in it. Its own settings stand above those of the user, so that what an
 * implementation commits is signed by nobody and runs no hooks but those of the case.
 * @throws NexusError NXC_WORKSPACE
 */
export async function makeRepository(folder: string, given: GivenRepository, tokens: Tokens): Promise<void> {
  const paths = (files: readonly string[]) => files.map((file) => fillTokens(file, tokens));
  try {
    await git(folder, "init", "--quiet", "--template=");
    writeFileSync(join(folder, ".git/HEAD"), `ref: refs/heads/${given.branch}\n`);
    const hooks = join(folder, ".git/hooks");
    appendFileSync(join(folder, ".git/config"), settings(hooks, given.hasIdentity));
    if (given.hasCommit) {
      await git(folder, "add", "--all");
      const left = paths([...given.uncommitted, ...given.staged]);
      if (left.length > 0) await git(folder, "rm", "--quiet", "--cached", "--", ...left);
      await git(folder, "commit", "--quiet", "--allow-empty", "--no-verify", "--message", "The files of the case");
    }
    if (given.staged.length > 0) await git(folder, "add", "--force", "--", ...paths(given.staged));
    if (given.isDetached) await git(folder, "checkout", "--quiet", "--detach");
    if (given.inProgress !== undefined) await begin(folder, given.inProgress);
    for (const [name, script] of Object.entries(given.hooks)) putHook(hooks, name, script);
  } catch (thrown) {
    throw NexusError.of("NXC_WORKSPACE", { reason: `git: ${reasonOf(thrown)}` }, undefined, thrown);
  }
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
async function begin(folder: string, operation: NonNullable<GivenRepository["inProgress"]>): Promise<void> {
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
      const files = { "head-name": await git(folder, "symbolic-ref", "HEAD"), onto: head, "orig-head": head };
      for (const [name, text] of Object.entries(files)) put(`rebase-merge/${name}`, text);
    }
  }
}

/** What the repository looks like; null where the folder is none any more. */
export async function viewRepository(folder: string): Promise<RepositoryView | null> {
  try {
    const status = await git(
      folder,
      "status",
      "--porcelain=v2",
      "--branch",
      "--no-renames",
      "--untracked-files=all",
      "-z",
    );
    const { oid, branch, staged, uncommitted } = readStatus(status);
    if (oid === undefined) return { branch, commits: 0, head: null, staged, uncommitted };
    const commits = Number(await git(folder, "rev-list", "--count", oid));
    return { branch, commits, head: await readCommit(folder, oid), staged, uncommitted };
  } catch {
    return null;
  }
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
  const [parents = "", message = ""] = (await git(folder, "log", "-1", "--format=%P%x00%B", id)).split("\0");
  const words = ["-r", "--root", "--no-commit-id", "--no-renames", "--name-status", "-z"];
  const [first] = parents.split(" ").filter((parent) => parent !== "");
  const items = (await git(folder, "diff-tree", ...words, ...(first === undefined ? [id] : [first, id]))).split("\0");
  const files = (kind: string) => items.filter((_, at) => at % 2 === 1 && items[at - 1] === kind).sort();
  return {
    id,
    message: message.trim(),
    parents: parents.split(" ").filter((parent) => parent !== ""),
    added: files("A"),
    changed: files("M"),
    deleted: files("D"),
  };
}
