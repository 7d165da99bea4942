import { execFile } from "node:child_process";
import { ToolError } from "../tool-error.js";

export interface GitOutcome {
  /** 0 where git was content. */
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface GitOptions {
  /** What git reads on standard input; nothing where absent. */
  readonly input?: string;
  /** The index that git works with; that of the repository where absent. */
  readonly index?: string;
  /** Paths mean what they say. Hooks would inherit it, so it is not for what runs some. */
  readonly literal?: boolean;
}

/** A hook may take its time, but a lock that is held for longer counts as abandoned on other machines. */
const PATIENCE_MS = 25_000;

/** They would lead git to another repository than that of the project. */
const ELSEWHERE = [
  "GIT_DIR",
  "GIT_WORK_TREE",
  "GIT_INDEX_FILE",
  "GIT_OBJECT_DIRECTORY",
  "GIT_ALTERNATE_OBJECT_DIRECTORIES",
  "GIT_COMMON_DIR",
  "GIT_NAMESPACE",
  "GIT_PREFIX",
];

/** git never asks anybody anything, starts no editor, and leaves nothing behind that runs on. */
const QUIETLY = ["-c", "core.fsmonitor=false", "-c", "gc.auto=0", "-c", "maintenance.auto=false"];

/**
 * Runs git in a folder, whatever it comes to.
 * @throws ToolError NO_REPOSITORY where git is not installed
 */
export function git(
  folder: string,
  words: readonly string[],
  { input = "", index, literal = true }: GitOptions = {},
): Promise<GitOutcome> {
  const env: NodeJS.ProcessEnv = {
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !ELSEWHERE.includes(name))),
    GIT_TERMINAL_PROMPT: "0",
    GIT_EDITOR: "true",
    GIT_OPTIONAL_LOCKS: "0",
    ...(index === undefined ? {} : { GIT_INDEX_FILE: index }),
    ...(literal ? { GIT_LITERAL_PATHSPECS: "1" } : {}),
  };
  const options = { cwd: folder, env, maxBuffer: 64 * 1024 * 1024, timeout: PATIENCE_MS, windowsHide: true };
  return new Promise((resolve, reject) => {
    const child = execFile("git", [...QUIETLY, ...words], options, (error, stdout, stderr) => {
      if (error === null) return resolve({ code: 0, stdout, stderr });
      if (error.code === "ENOENT") {
        return reject(ToolError.of("NO_REPOSITORY", { reason: "git is not installed" }, error));
      }
      const said = error.killed === true ? `git ${words[0]} took more than ${PATIENCE_MS / 1000} s` : stderr;
      resolve({ code: typeof error.code === "number" ? error.code : 1, stdout, stderr: said });
    });
    // git that ends before it has read everything says why by itself.
    child.stdin?.on("error", () => {});
    child.stdin?.end(input);
  });
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
