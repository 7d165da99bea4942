/** Runs git independently of the user's settings. */

import { realpathSync } from "node:fs";
import { dirname } from "node:path";
import { NexusError } from "../../base/errors.js";
import { NO_FILE, runGit } from "../../base/git.js";
import { reasonOf } from "../../base/reason-of.js";

const WHEN = "2020-01-01T00:00:00Z";
/** The time of an earlier commit. */
export const EARLIER = "2010-01-01T00:00:00Z";
/** The identity of commits in a case, both in the repository and in the environment. */
export const WHO = "Conformance";
export const ADDRESS = "conformance@example.org";

/** An empty file, for git settings that name a file. */
export const NOTHING = NO_FILE;

const ENVIRONMENT = {
  GIT_LITERAL_PATHSPECS: "1",
  GIT_AUTHOR_NAME: WHO,
  GIT_AUTHOR_EMAIL: ADDRESS,
  GIT_COMMITTER_NAME: WHO,
  GIT_COMMITTER_EMAIL: ADDRESS,
};

/**
 * Runs git in a folder. Does not use a repository in a parent folder: the temporary folder may be in one.
 * @throws Error with the message of git
 */
export function git(folder: string, ...words: readonly string[]): Promise<string> {
  return gitAt(WHEN, folder, ...words);
}

/** The same for a commit of another time. @param when ISO 8601 */
export async function gitAt(when: string, folder: string, ...words: readonly string[]): Promise<string> {
  const dates = { GIT_AUTHOR_DATE: when, GIT_COMMITTER_DATE: when };
  return run(folder, words, { ...dates, GIT_CEILING_DIRECTORIES: realpathSync.native(dirname(folder)) });
}

async function run(folder: string, words: readonly string[], others: NodeJS.ProcessEnv = {}): Promise<string> {
  const environment = { ...ENVIRONMENT, ...others };
  const { code, stdout, stderr, isLate } = await runGit(folder, words, { environment });
  if (code === 0) return stdout;
  const message = stderr.trim().replaceAll(/\s+/gu, " ");
  if (isLate) throw new Error(`git ${words.join(" ")} took too long`);
  throw new Error(message === "" ? `git ${words.join(" ")} ended with code ${code}` : message);
}

let installed: Promise<boolean> | undefined;

/** Checked once per process. */
export function hasGit(): Promise<boolean> {
  installed ??= git(".", "--version").then(
    () => true,
    () => false,
  );
  return installed;
}

/** The repository that contains the folder, regardless of its owner. An implementation would find it, too. */
export async function repositoryAround(folder: string): Promise<string | null> {
  const words = ["-c", "safe.directory=*", "-c", "safe.bareRepository=all", "rev-parse", "--absolute-git-dir"];
  return (await unlessNone(run(folder, words)))?.trim() ?? null;
}

/** The output of git, or null if the folder is not in a repository. */
export async function unlessNone(answer: Promise<string>): Promise<string | null> {
  try {
    return await answer;
  } catch (thrown) {
    if (/fatal: not a git repository/u.test(reasonOf(thrown))) return null;
    throw thrown;
  }
}

/**
 * Turns errors of git into errors of the workspace.
 * @throws NexusError NXC_WORKSPACE
 */
export async function withGit<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    throw NexusError.of("NXC_WORKSPACE", { reason: `git: ${reasonOf(thrown)}` }, undefined, thrown);
  }
}
