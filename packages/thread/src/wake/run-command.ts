import { type ChildProcess, spawn } from "node:child_process";
import type { CommandLine } from "./runtime-config.js";

/** How a program ended, or that it is still running after accepting its input. */
export type Ended =
  | { readonly kind: "done" | "running"; readonly output: string }
  /** `why` continues a sentence that begins with the program. */
  | { readonly kind: "failed"; readonly why: string };

/** Characters of output to keep. No valid answer is longer. */
const LONGEST_OUTPUT = 4096;
/** Characters of an error to show. */
const LONGEST_ERROR = 200;
/** Time between asking a program to end and killing it. */
const GRACE_MS = 2_000;
const LAST_WORDS_MS = 200;

/**
 * Starts a program without a shell, in its own process group, and waits for its end. At the time limit the whole group is
 * ended, including child processes. A program that has been accepted as running may outlive the service.
 */
export function runCommand(
  { timeoutMs, acceptedAfterMs }: CommandLine,
  [program, ...args]: CommandLine["words"],
  stdin: string,
): Promise<Ended> {
  return new Promise((settle) => {
    let child: ChildProcess;
    try {
      // A program that outlives the service must not break on a closed pipe.
      const out = acceptedAfterMs === undefined ? "pipe" : "ignore";
      child = spawn(program, args, { detached: true, env: environment(), stdio: ["pipe", out, out] });
    } catch (thrown) {
      // The system cannot pass these arguments, for example because they are too long.
      settle({ kind: "failed", why: `could not be started (${(thrown as NodeJS.ErrnoException).code})` });
      return;
    }
    let output = "";
    let errors = "";
    const accepted =
      acceptedAfterMs === undefined
        ? undefined
        : setTimeout(() => {
            child.unref();
            settle({ kind: "running", output: "" });
          }, acceptedAfterMs);
    const limit = setTimeout(() => {
      endGroup(child);
      settle({ kind: "failed", why: `was ended, because it still ran after ${timeoutMs} ms` });
    }, timeoutMs).unref();
    const over = (ended: Ended) => {
      clearTimeout(accepted);
      clearTimeout(limit);
      settle(ended);
    };
    child.on("error", (thrown: NodeJS.ErrnoException) =>
      over({ kind: "failed", why: `could not be started (${thrown.code})` }),
    );
    child.on("exit", (code, signal) => {
      const failed = () => `ended with ${code === null ? signal : `exit code ${code}`}${lastLine(errors)}`;
      const end = () => over(code === 0 ? { kind: "done", output: output.trim() } : { kind: "failed", why: failed() });
      // Output may still arrive after the exit, but child processes may also keep the pipe open forever.
      const late = setTimeout(end, LAST_WORDS_MS);
      child.once("close", () => {
        clearTimeout(late);
        end();
      });
    });
    child.stdout?.setEncoding("utf8").on("data", (text: string) => {
      output = (output + text).slice(0, LONGEST_OUTPUT);
    });
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      errors = (errors + text).slice(-LONGEST_OUTPUT);
    });
    // A program need not read its input.
    child.stdin?.on("error", () => {}).end(stdin);
  });
}

/** What the program said last, to follow its exit code. */
function lastLine(errors: string): string {
  const line = errors.trim().split("\n").at(-1) ?? "";
  return line === "" ? "" : `: ${line.slice(0, LONGEST_ERROR)}`;
}

/** The service's environment without its own settings: agents must not see its token or its store. */
function environment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("THREAD_")));
}

function endGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  signal(pid, "SIGTERM");
  setTimeout(() => signal(pid, "SIGKILL"), GRACE_MS).unref();
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(-pid, name);
  } catch {
    // The process has already ended.
  }
}
