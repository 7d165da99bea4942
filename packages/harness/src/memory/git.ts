import { AsyncLocalStorage } from "node:async_hooks";
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { ToolError } from "../tool-error.js";

export interface GitOutcome {
  /** 0 where git was content. */
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  /** It took too long and was ended; what it said may be half of it. */
  readonly isLate: boolean;
}

export interface GitOptions {
  /** What git reads on standard input; nothing where absent. */
  readonly input?: string;
  /** The index that git works with; that of the repository where absent. */
  readonly index?: string;
  /** Paths mean what they say. Hooks would inherit it, so it is not for what runs some. */
  readonly literal?: boolean;
  /** It undoes what the deadline has ended, and gets a moment more for it. */
  readonly isLast?: boolean;
}

/** For what only looks, while nobody waits for a lock. */
const PATIENCE_MS = 15_000;

/** For undoing what the deadline has ended. */
const GRACE_MS = 1_500;

interface Deadline {
  /** By the clock of `performance`. */
  readonly at: number;
  readonly seconds: number;
}

const deadlines = new AsyncLocalStorage<Deadline>();

/** Looks at a repository: the patience of a single call is that of all calls together. */
export function looking<T>(work: () => Promise<T>): Promise<T> {
  return deadlines.getStore() === undefined ? within(PATIENCE_MS, work) : work();
}

/**
 * Does a piece of work in which git must come to an end by then, hooks included. The deadline goes for all calls of
 * {@link git} in it together, so that no part of the work has to hand it on.
 */
export function within<T>(milliseconds: number, work: () => Promise<T>): Promise<T> {
  return deadlines.run({ at: performance.now() + milliseconds, seconds: milliseconds / 1000 }, work);
}

/** How long git may take, and what is said when it takes longer. */
function patience(isLast: boolean): { readonly timeout: number; readonly tooLong: string } {
  const deadline = deadlines.getStore();
  if (deadline === undefined) return { timeout: PATIENCE_MS, tooLong: `it took more than ${PATIENCE_MS / 1000} s` };
  const left = deadline.at + (isLast ? GRACE_MS : 0) - performance.now();
  return {
    timeout: Math.max(1, Math.ceil(left)),
    tooLong: `git and its hooks took more than ${deadline.seconds} s, in which nobody else can write`,
  };
}

/**
 * They would lead git to another repository than that of the project: what `git rev-parse --local-env-vars` names, but
 * for GIT_CONFIG_PARAMETERS and GIT_CONFIG_COUNT, through which a build server tells git who commits.
 */
export const ELSEWHERE: readonly string[] = [
  "GIT_ALTERNATE_OBJECT_DIRECTORIES",
  "GIT_CONFIG",
  "GIT_OBJECT_DIRECTORY",
  "GIT_DIR",
  "GIT_WORK_TREE",
  "GIT_IMPLICIT_WORK_TREE",
  "GIT_GRAFT_FILE",
  "GIT_INDEX_FILE",
  "GIT_NO_REPLACE_OBJECTS",
  "GIT_REPLACE_REF_BASE",
  "GIT_PREFIX",
  "GIT_INTERNAL_SUPER_PREFIX",
  "GIT_SHALLOW_FILE",
  "GIT_COMMON_DIR",
  "GIT_NAMESPACE",
];

/** They change what a path means, and git refuses two of them at once. */
const PATHSPECS = /^GIT_(?:LITERAL|GLOB|NOGLOB|ICASE)_PATHSPECS$/u;

/**
 * git never asks anybody anything, starts no editor, and leaves nothing behind that runs on. It takes no folder for a
 * repository that a clone has brought along.
 */
const QUIETLY = [
  ["core.fsmonitor", "false"],
  ["gc.auto", "0"],
  ["maintenance.auto", "false"],
  ["log.mailmap", "false"],
  ["safe.bareRepository", "explicit"],
].flatMap(([name, value]) => ["-c", `${name}=${value}`]);

/** An index that is gone in a moment shares nothing with others. */
const ALONE = ["-c", "core.splitIndex=false"];

/**
 * Runs git in a folder, whatever it comes to.
 * @throws ToolError NO_REPOSITORY where git is not installed
 */
export function git(
  folder: string,
  words: readonly string[],
  { input = "", index, literal = true, isLast = false }: GitOptions = {},
): Promise<GitOutcome> {
  const env: NodeJS.ProcessEnv = {
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !isMisleading(name))),
    GIT_TERMINAL_PROMPT: "0",
    GIT_EDITOR: "true",
    GIT_OPTIONAL_LOCKS: "0",
    // What the repository lacks is fetched from nowhere: its settings may name a program as the way to get it.
    GIT_NO_LAZY_FETCH: "1",
    GIT_ALLOW_PROTOCOL: "none",
    ...(index === undefined ? {} : { GIT_INDEX_FILE: index }),
    ...(literal ? { GIT_LITERAL_PATHSPECS: "1" } : {}),
  };
  const { timeout, tooLong } = patience(isLast);
  const options = { cwd: folder, env, maxBuffer: 64 * 1024 * 1024, timeout, windowsHide: true };
  const end = performance.now() + timeout;
  const all = [...QUIETLY, ...(index === undefined ? [] : ALONE), ...words];
  return new Promise((resolve, reject) => {
    const child = execFile("git", all, options, (error, stdout, stderr) => {
      // What ends in the moment in which it is ended may look content, with half of what it had to say.
      const isLate = error?.killed === true || performance.now() >= end;
      if (isLate) return resolve({ code: 1, stdout, stderr: tooLong, isLate });
      if (error === null) return resolve({ code: 0, stdout, stderr, isLate });
      if (error.code === "ENOENT") {
        const reason = existsSync(folder) ? "git is not installed" : "The folder of the project is not there";
        return reject(ToolError.of("NO_REPOSITORY", { reason }, error));
      }
      resolve({ code: typeof error.code === "number" ? error.code : 1, stdout, stderr, isLate });
    });
    // git that ends before it has read everything says why by itself.
    child.stdin?.on("error", () => {});
    child.stdin?.end(input);
  });
}

function isMisleading(name: string): boolean {
  return ELSEWHERE.includes(name) || PATHSPECS.test(name);
}

/**
 * What git writes when it is content.
 * @throws ToolError COMMIT_REFUSED with what it said otherwise
 */
export async function gitText(folder: string, words: readonly string[], options?: GitOptions): Promise<string> {
  const outcome = await git(folder, words, options);
  if (outcome.code !== 0) throw ToolError.of("COMMIT_REFUSED", { reason: saidBy(outcome) });
  return outcome.stdout;
}

const LONGEST_REASON = 300;

/** What git, or a hook, had to say, in one line: its verdict where it gives one. */
export function saidBy({ code, stdout, stderr }: GitOutcome): string {
  const text = stderr.trim() === "" ? stdout : stderr;
  const verdict = text.split("\n").find((line) => line.startsWith("fatal: "));
  const line = (verdict ?? text).replaceAll(/\s+/gu, " ").trim().replace(/\.+$/u, "");
  if (line === "") return `it ended with code ${code} and no word`;
  return line.length > LONGEST_REASON ? `${line.slice(0, LONGEST_REASON)}…` : line;
}

/** The items of a list that git divides by NUL. */
export function itemsOf(text: string): readonly string[] {
  return text.split("\0").filter((item) => item !== "");
}
