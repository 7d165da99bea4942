import { AsyncLocalStorage } from "node:async_hooks";
import { existsSync } from "node:fs";
import { codeOf } from "@nexus-core/service/files/system-error";
import { type GitOutcome, runGit } from "nexus-core/base";
import { ToolError } from "../contract/tool-error.js";

export interface GitOptions {
  /** Standard input of git; empty by default. */
  readonly input?: string;
  /** The index file that git uses; the repository's own by default. */
  readonly index?: string;
  /** Whether git takes paths literally. Hooks inherit this setting, so commands that run hooks turn it off. */
  readonly literal?: boolean;
  /** Whether this call cleans up after the deadline. It then gets extra time. */
  readonly isLast?: boolean;
}

/** Time limit for reading, which holds no lock. */
const READING_MS = 15_000;

/** Extra time for cleaning up after the deadline. */
const GRACE_MS = 1_500;

interface Deadline {
  /** A time of `performance.now()`. */
  readonly at: number;
  readonly seconds: number;
}

const deadlines = new AsyncLocalStorage<Deadline>();

/** Runs work that only reads the repository. All its calls of {@link git} share one time limit. */
export function withReadingLimit<T>(work: () => Promise<T>): Promise<T> {
  return deadlines.getStore() === undefined ? withLimit(READING_MS, work) : work();
}

/** Runs work whose calls of {@link git}, including hooks, share one time limit. Callers need not pass it on. */
export function withLimit<T>(milliseconds: number, work: () => Promise<T>): Promise<T> {
  return deadlines.run({ at: performance.now() + milliseconds, seconds: milliseconds / 1000 }, work);
}

/** How long git may take, and the message if it takes longer. */
function limitOf(isLast: boolean): { readonly timeoutMs: number; readonly tooLong: string } {
  const deadline = deadlines.getStore();
  if (deadline === undefined) return { timeoutMs: READING_MS, tooLong: `it took more than ${READING_MS / 1000} s` };
  const left = deadline.at + (isLast ? GRACE_MS : 0) - performance.now();
  return {
    timeoutMs: Math.max(1, Math.ceil(left)),
    tooLong: `git and its hooks took more than ${deadline.seconds} s, and other calls cannot write meanwhile`,
  };
}

/** A split index would share a file with the repository's index. */
const TEMPORARY_INDEX = ["-c", "core.splitIndex=false"];

/**
 * Runs git in a folder. A failure of git is returned as an outcome.
 * @throws ToolError NO_REPOSITORY if git is not installed
 */
export async function git(
  folder: string,
  words: readonly string[],
  { input = "", index, literal = true, isLast = false }: GitOptions = {},
): Promise<GitOutcome> {
  const { timeoutMs, tooLong } = limitOf(isLast);
  const environment = {
    ...(index === undefined ? {} : { GIT_INDEX_FILE: index }),
    ...(literal ? { GIT_LITERAL_PATHSPECS: "1" } : {}),
  };
  const all = [...(index === undefined ? [] : TEMPORARY_INDEX), ...words];
  try {
    const outcome = await runGit(folder, all, { input, environment, asUser: true, timeoutMs });
    return outcome.isLate ? { ...outcome, stderr: tooLong } : outcome;
  } catch (thrown) {
    if (codeOf(thrown) !== "ENOENT") throw thrown;
    const reason = existsSync(folder) ? "git is not installed" : "The project folder does not exist";
    throw ToolError.of("NO_REPOSITORY", { reason }, thrown);
  }
}

/**
 * The output of git.
 * @throws ToolError COMMIT_REFUSED with git's message if git fails
 */
export async function gitText(folder: string, words: readonly string[], options?: GitOptions): Promise<string> {
  const outcome = await git(folder, words, options);
  if (outcome.code !== 0) throw ToolError.of("COMMIT_REFUSED", { reason: saidBy(outcome) });
  return outcome.stdout;
}

const LONGEST_REASON = 300;

/** The message of git or a hook in one line; the fatal error if there is one. */
export function saidBy({ code, stdout, stderr }: GitOutcome): string {
  const text = stderr.trim() === "" ? stdout : stderr;
  const verdict = text.split("\n").find((line) => line.startsWith("fatal: "));
  const line = (verdict ?? text).replaceAll(/\s+/gu, " ").trim().replace(/\.+$/u, "");
  if (line === "") return `it exited with code ${code} without a message`;
  return line.length > LONGEST_REASON ? `${line.slice(0, LONGEST_REASON)}…` : line;
}

/** Splits a NUL-separated list of git. */
export function itemsOf(text: string): readonly string[] {
  return text.split("\0").filter((item) => item !== "");
}
