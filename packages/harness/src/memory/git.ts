import { AsyncLocalStorage } from "node:async_hooks";
import { existsSync } from "node:fs";
import { codeOf } from "@nexus-core/service/files/system-error";
import { type GitOutcome, runGit } from "nexus-core/base";
import { ToolError } from "../contract/tool-error.js";

export interface GitOptions {
  /** What git reads on standard input; nothing where absent. */
  readonly input?: string;
  /** The index that git works with; that of the repository where absent. */
  readonly index?: string;
  /** Whether paths are taken literally. Hooks would inherit it, so a command that runs hooks switches it off. */
  readonly literal?: boolean;
  /** Undoes what the deadline has ended, and gets a moment more for it. */
  readonly isLast?: boolean;
}

/** Limit for reading, which holds no lock. */
const READING_MS = 15_000;

/** Extra time for undoing what the deadline has ended. */
const GRACE_MS = 1_500;

interface Deadline {
  /** By the clock of `performance`. */
  readonly at: number;
  readonly seconds: number;
}

const deadlines = new AsyncLocalStorage<Deadline>();

/** Reads a repository. All calls of {@link git} in it share one limit. */
export function withReadingLimit<T>(work: () => Promise<T>): Promise<T> {
  return deadlines.getStore() === undefined ? withLimit(READING_MS, work) : work();
}

/** Does work in which all calls of {@link git}, hooks included, share one limit, so that no caller has to pass it on. */
export function withLimit<T>(milliseconds: number, work: () => Promise<T>): Promise<T> {
  return deadlines.run({ at: performance.now() + milliseconds, seconds: milliseconds / 1000 }, work);
}

/** How long git may take, and the message where it takes longer. */
function limitOf(isLast: boolean): { readonly timeoutMs: number; readonly tooLong: string } {
  const deadline = deadlines.getStore();
  if (deadline === undefined) return { timeoutMs: READING_MS, tooLong: `it took more than ${READING_MS / 1000} s` };
  const left = deadline.at + (isLast ? GRACE_MS : 0) - performance.now();
  return {
    timeoutMs: Math.max(1, Math.ceil(left)),
    tooLong: `git and its hooks took more than ${deadline.seconds} s, in which nobody else can write`,
  };
}

/** A temporary index shares nothing with others. */
const TEMPORARY_INDEX = ["-c", "core.splitIndex=false"];

/**
 * Runs git in a folder. A failure of git is an outcome like any other.
 * @throws ToolError NO_REPOSITORY where git is not installed
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
    const reason = existsSync(folder) ? "git is not installed" : "The folder of the project is not there";
    throw ToolError.of("NO_REPOSITORY", { reason }, thrown);
  }
}

/**
 * The output of git.
 * @throws ToolError COMMIT_REFUSED with the message of git where it fails
 */
export async function gitText(folder: string, words: readonly string[], options?: GitOptions): Promise<string> {
  const outcome = await git(folder, words, options);
  if (outcome.code !== 0) throw ToolError.of("COMMIT_REFUSED", { reason: saidBy(outcome) });
  return outcome.stdout;
}

const LONGEST_REASON = 300;

/** The message of git, or of a hook, in one line: the fatal error where there is one. */
export function saidBy({ code, stdout, stderr }: GitOutcome): string {
  const text = stderr.trim() === "" ? stdout : stderr;
  const verdict = text.split("\n").find((line) => line.startsWith("fatal: "));
  const line = (verdict ?? text).replaceAll(/\s+/gu, " ").trim().replace(/\.+$/u, "");
  if (line === "") return `it ended with code ${code} and no word`;
  return line.length > LONGEST_REASON ? `${line.slice(0, LONGEST_REASON)}…` : line;
}

/** The items of a list that git separates by NUL. */
export function itemsOf(text: string): readonly string[] {
  return text.split("\0").filter((item) => item !== "");
}
