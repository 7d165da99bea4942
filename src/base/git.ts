/** One way to run git: a fixed environment, fixed settings, and limits on time and output. */

import type { ChildProcess } from "node:child_process";

export interface GitOptions {
  /** What git reads on standard input; nothing where absent. */
  readonly input?: string;
  /** Variables of the environment besides the fixed ones. */
  readonly environment?: NodeJS.ProcessEnv;
  /** Keeps the settings, the identity and the hooks of the user, for a commit in the user's own repository. */
  readonly asUser?: boolean;
  /** Milliseconds after which git and everything that it started are ended; 30,000 where absent. */
  readonly timeoutMs?: number;
}

export interface GitOutcome {
  /** 0 where git succeeded. */
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  /** Whether git was ended at the time limit. Its output may be cut off. */
  readonly isLate: boolean;
}

/** git reads this name on Windows as well. */
export const NO_FILE = "/dev/null";

/**
 * Variables that lead git to another repository: all that `git rev-parse --local-env-vars` lists, except
 * GIT_CONFIG_PARAMETERS and GIT_CONFIG_COUNT, through which a build server sets the identity of a commit.
 */
export const REPOSITORY_VARIABLES: readonly string[] = [
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

/** They change the meaning of a path, and git refuses two of them at once. */
const PATHSPEC_VARIABLE = /^GIT_(?:LITERAL|GLOB|NOGLOB|ICASE)_PATHSPECS$/u;

/** Starts no helper and leaves no process behind. A bare repository that a clone brought along is not used. */
const QUIET_SETTINGS = [
  ["core.fsmonitor", "false"],
  ["gc.auto", "0"],
  ["maintenance.auto", "false"],
  ["log.mailmap", "false"],
  ["safe.bareRepository", "explicit"],
];

const FIXED_VARIABLES: NodeJS.ProcessEnv = {
  GIT_TERMINAL_PROMPT: "0",
  GIT_EDITOR: "true",
  GIT_PAGER: "cat",
  GIT_OPTIONAL_LOCKS: "0",
  // A repository may name a program that fetches missing objects. It is never run.
  GIT_NO_LAZY_FETCH: "1",
  GIT_ALLOW_PROTOCOL: "none",
};

const WITHOUT_USER: NodeJS.ProcessEnv = {
  // Callers read messages of git, which must not depend on the language of the user.
  LC_ALL: "C",
  GIT_CONFIG_GLOBAL: NO_FILE,
  GIT_CONFIG_SYSTEM: NO_FILE,
  GIT_CONFIG_NOSYSTEM: "1",
};

const MOST_BYTES = 64 * 1024 * 1024;

/** Time for git to remove its lock files after SIGTERM. */
const GRACE_MS = 500;

/**
 * Runs git in a folder. A failure of git is an outcome like any other.
 * @throws the error of the system where git cannot be started
 */
export async function runGit(
  folder: string,
  words: readonly string[],
  { input = "", environment = {}, asUser = false, timeoutMs = 30_000 }: GitOptions = {},
): Promise<GitOutcome> {
  const { spawn } = await import("node:child_process");
  const settings = asUser ? QUIET_SETTINGS : [...QUIET_SETTINGS, ["core.hooksPath", NO_FILE]];
  const child = spawn("git", [...settings.flatMap(([name, value]) => ["-c", `${name}=${value}`]), ...words], {
    cwd: folder,
    env: { ...inherited(asUser), ...FIXED_VARIABLES, ...(asUser ? {} : WITHOUT_USER), ...environment },
    // A group of its own, so that hooks end together with git.
    detached: true,
    windowsHide: true,
  });
  return outcomeOf(child, input, timeoutMs);
}

function inherited(asUser: boolean): NodeJS.ProcessEnv {
  const isMisleading = (name: string) =>
    asUser ? REPOSITORY_VARIABLES.includes(name) || PATHSPEC_VARIABLE.test(name) : name.startsWith("GIT_");
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !isMisleading(name)));
}

function outcomeOf(child: ChildProcess, input: string, timeoutMs: number): Promise<GitOutcome> {
  return new Promise((resolve, reject) => {
    const deadline = performance.now() + timeoutMs;
    let isLate = false;
    const output = { stdout: [] as Buffer[], stderr: [] as Buffer[] };
    let bytes = 0;
    let isTooLong = false;
    const end = () => {
      signalGroup(child, "SIGTERM");
      setTimeout(() => signalGroup(child, "SIGKILL"), GRACE_MS).unref();
      // A process that left the group may hold them open for ever.
      child.stdout?.destroy();
      child.stderr?.destroy();
    };
    const limit = setTimeout(() => {
      isLate = true;
      end();
    }, timeoutMs);
    for (const name of ["stdout", "stderr"] as const) {
      child[name]?.on("data", (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes <= MOST_BYTES) output[name].push(chunk);
        else if (!isTooLong) {
          isTooLong = true;
          end();
        }
      });
    }
    child.once("error", (thrown) => {
      clearTimeout(limit);
      reject(thrown);
    });
    child.once("close", (code) => {
      clearTimeout(limit);
      // git may end by itself in the very moment of the limit, with half of its output read.
      isLate ||= performance.now() >= deadline;
      const [stdout, stderr] = [textOf(output.stdout), textOf(output.stderr)];
      if (isTooLong) resolve({ code: 1, stdout: "", stderr: `git wrote more than ${MOST_BYTES} bytes`, isLate });
      else resolve({ code: isLate ? 1 : (code ?? 1), stdout, stderr, isLate });
    });
    // git may end before it has read everything; its own message says why.
    child.stdin?.on("error", () => {});
    child.stdin?.end(input);
  });
}

function textOf(chunks: readonly Buffer[]): string {
  return Buffer.concat(chunks).toString("utf8");
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    // Windows has no process groups.
    if (process.platform === "win32") child.kill(signal);
    else process.kill(-child.pid, signal);
  } catch {
    // The group has ended.
  }
}
