import { type ChildProcess, spawn } from "node:child_process";
import type { CommandLine } from "./runtime-config.js";

/** How a program ended, or that it goes on after it has taken what it was given. */
export type Ended = { readonly kind: "done" | "running"; readonly output: string } | { readonly kind: "failed" };

/** More than so much of the output is nobody's answer. */
const LONGEST_OUTPUT = 4096;
/** What was asked to end and did not is killed after so long. */
const GRACE_MS = 2_000;
const LAST_WORDS_MS = 200;

/**
 * Starts a program without a shell, in a process group of its own, and waits for its end. The group is ended at the
 * time limit, so that nothing which the program has started stays behind. A program that goes on after it was accepted
 * outlives the service.
 */
export function runCommand(
  { timeoutMs, acceptedAfterMs }: CommandLine,
  [program, ...args]: CommandLine["words"],
  stdin: string,
): Promise<Ended> {
  return new Promise((settle) => {
    let child: ChildProcess;
    try {
      // What goes on without the service must not lose its output when the service ends.
      const stdout = acceptedAfterMs === undefined ? "pipe" : "ignore";
      child = spawn(program, args, { detached: true, env: environment(), stdio: ["pipe", stdout, "ignore"] });
    } catch {
      // Words that no program can be given, such as more of them than the system takes.
      settle({ kind: "failed" });
      return;
    }
    let output = "";
    const accepted =
      acceptedAfterMs === undefined
        ? undefined
        : setTimeout(() => {
            child.unref();
            settle({ kind: "running", output: "" });
          }, acceptedAfterMs);
    const limit = setTimeout(() => {
      endGroup(child);
      settle({ kind: "failed" });
    }, timeoutMs).unref();
    const over = (ended: Ended) => {
      clearTimeout(accepted);
      clearTimeout(limit);
      settle(ended);
    };
    child.on("error", () => over({ kind: "failed" }));
    child.on("exit", (code) => {
      const end = () => over(code === 0 ? { kind: "done", output: output.trim() } : { kind: "failed" });
      // Its last words may still be on their way; what it has left behind may hold its output open for ever.
      child.stdout?.once("end", end);
      setTimeout(end, child.stdout === null ? 0 : LAST_WORDS_MS);
    });
    child.stdout?.setEncoding("utf8").on("data", (text: string) => {
      output = (output + text).slice(0, LONGEST_OUTPUT);
    });
    // A program that reads nothing is free to.
    child.stdin?.on("error", () => {}).end(stdin);
  });
}

/** That of the service without its own settings: its token and the way to its store are no affair of an agent. */
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
    // It has ended meanwhile.
  }
}
