/** How the kit runs git: by what the case says, and by nothing that the user has told git. */

import { execFile } from "node:child_process";
import { realpathSync } from "node:fs";
import { dirname } from "node:path";
import { NexusError } from "../../base/errors.js";
import { reasonOf } from "../../base/reason-of.js";

const WHEN = "2020-01-01T00:00:00Z";
/** Who makes the commits of a case, as the repository and the environment say it. */
export const WHO = "Conformance";
export const ADDRESS = "conformance@example.org";

/**
 * What the user has told git, and the repository that a hook of git may run this in, say nothing of the one of a case.
 * git reads this name on Windows as well.
 */
export const NOTHING = "/dev/null";

function environment(): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith("GIT_"));
  return {
    ...Object.fromEntries(own),
    // What git says is read, so it speaks one language.
    LC_ALL: "C",
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

/**
 * Runs git in a folder and looks for no repository above it: the one that the folder for temporary files may lie in is
 * none of the case.
 * @throws the error of the process, with what git said
 */
export async function git(folder: string, ...words: readonly string[]): Promise<string> {
  return run(folder, words, { GIT_CEILING_DIRECTORIES: realpathSync.native(dirname(folder)) });
}

function run(folder: string, words: readonly string[], others: NodeJS.ProcessEnv = {}): Promise<string> {
  const env = { ...environment(), ...others };
  const options = { cwd: folder, env, maxBuffer: 64 * 1024 * 1024, timeout: PATIENCE_MS, windowsHide: true };
  return new Promise((resolve, reject) => {
    execFile("git", words, options, (error, stdout, stderr) => {
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
 * The repository that the folder is in, as an implementation finds it, to which nobody has said where to stop. One of
 * another user is one as well.
 */
export async function repositoryAround(folder: string): Promise<string | null> {
  const words = ["-c", "safe.directory=*", "rev-parse", "--absolute-git-dir"];
  return (await unlessNone(run(folder, words)))?.trim() ?? null;
}

/** What git answers; null where it says that the folder is no repository. */
export async function unlessNone(answer: Promise<string>): Promise<string | null> {
  try {
    return await answer;
  } catch (thrown) {
    if (/fatal: not a git repository/u.test(reasonOf(thrown))) return null;
    throw thrown;
  }
}

/**
 * Does what is done with git to the workspace of a case.
 * @throws NexusError NXC_WORKSPACE
 */
export async function withGit<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    throw NexusError.of("NXC_WORKSPACE", { reason: `git: ${reasonOf(thrown)}` }, undefined, thrown);
  }
}
