/** Records the file operations of any program on Linux: strace stops it after each of them, until the kit has copied the files. */

import { execFileSync, spawnSync } from "node:child_process";
import { constants, openSync, readlinkSync } from "node:fs";
import { Socket } from "node:net";
import { join, resolve } from "node:path";
import { once } from "../../base/once.js";
import { inWorkspace } from "../workspace/workspace-error.js";
import { type Copies, type FileOperation, MOST_OPERATIONS, type Recorder } from "./recorder.js";

/** System calls that open, change, create or delete files. */
const CALLS = [
  ..."open openat openat2 creat write pwrite64 writev pwritev pwritev2 sendfile copy_file_range".split(" "),
  ..."truncate ftruncate fallocate rename renameat renameat2 unlink unlinkat mkdir mkdirat rmdir".split(" "),
  ..."link linkat symlink symlinkat".split(" "),
];

/** strace ignores names after `?` that the system does not have. */
const TRACED = CALLS.map((name) => `?${name}`).join(",");

/** A stop that the kit has missed. Programs do nothing else than wait then. */
const STUCK_MS = 250;

/** Whether strace works here. A container may forbid it. */
export const hasStrace = once(
  () =>
    process.platform === "linux" &&
    spawnSync("strace", ["-f", "-qq", "-y", "-e", "trace=?openat", "-e", "inject=?openat:signal=SIGCONT", "true"], {
      stdio: "ignore",
    }).status === 0,
);

export function straceRecorder(copies: Copies): Recorder {
  const pipe = join(copies.folder, "strace");
  inWorkspace(() => execFileSync("mkfifo", [pipe]));
  // Open for writing too, so that neither side waits for the other.
  const trace = new Socket({ fd: openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK), readable: true });
  const operations: FileOperation[] = [];
  const states: string[] = [];
  /** The last system call of each stopped thread, as far as strace has shown it. */
  const calls = new Map<number, string>();
  let isOn = false;
  let isWhole = true;
  let rest = "";
  let lastStop: { readonly thread: number; readonly at: number } | undefined;

  const stopped = (thread: number) => {
    const operation = operationIn(calls.get(thread) ?? "", thread, copies);
    calls.delete(thread);
    if (isOn && operation !== undefined) {
      const state = operations.length < MOST_OPERATIONS ? copies.take() : undefined;
      if (state === undefined) isWhole = false;
      else {
        operations.push(operation);
        states.push(state);
      }
    }
    resume(thread);
  };
  const read = (line: string) => {
    const [, id = "", text = ""] = /^(\d+) +(.*)$/su.exec(line) ?? [];
    const thread = Number(id);
    const [, resumed] = /^<\.\.\. \w+ resumed>(.*)$/su.exec(text) ?? [];
    if (resumed !== undefined) calls.set(thread, (calls.get(thread) ?? "").replace(" <unfinished ...>", resumed));
    else if (/^\w+\(/u.test(text)) calls.set(thread, text);
    else if (text === "--- stopped by SIGSTOP ---" && calls.has(thread)) {
      lastStop = { thread, at: performance.now() };
      stopped(thread);
    }
  };
  trace.on("data", (piece: Buffer) => {
    const lines = (rest + piece.toString("latin1")).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) read(line);
  });
  trace.on("error", () => undefined);
  const unstick = setInterval(() => {
    if (lastStop !== undefined && performance.now() - lastStop.at > STUCK_MS) resume(lastStop.thread);
  }, STUCK_MS);
  return {
    watch: {
      prefix: [
        "strace",
        "-f",
        "-qq",
        "-y",
        "-s0",
        "-o",
        pipe,
        `-etrace=${TRACED}`,
        `-einject=${TRACED}:signal=SIGSTOP`,
        "--",
      ],
      environment: {},
    },
    begin: () => {
      const state = copies.take();
      if (state === undefined) isWhole = false;
      else states.push(state);
      isOn = isWhole;
    },
    end: () => {
      isOn = false;
      return { operations, states, isWhole: isWhole && operations.length > 0 };
    },
    close: () => {
      clearInterval(unstick);
      trace.destroy();
    },
  };
}

function resume(thread: number): void {
  try {
    process.kill(thread, "SIGCONT");
  } catch {
    // It has ended.
  }
}

/** The operation that a line of strace shows, if it has changed a file of the case. */
function operationIn(line: string, thread: number, copies: Copies): FileOperation | undefined {
  const [, call = "", text = ""] = /^(\w+)\((.*)$/su.exec(line) ?? [];
  // The result comes last. A call that has failed has changed nothing.
  const [, result = ""] = / = (-?\d+(?:<.*>)?)(?: .*)?$/su.exec(text) ?? [];
  if (call === "" || result.startsWith("-")) return undefined;
  const name = call.replace(/at2?$|64$|v2?$/u, "");
  const inside = (paths: readonly string[]) => {
    const path = paths.filter((each) => copies.holds(each)).at(-1);
    return path === undefined ? undefined : { name, path };
  };
  if (/^(?:open|openat|openat2|creat)$/u.test(call)) {
    const writes = call === "creat" || /O_WRONLY|O_RDWR|O_CREAT|O_TRUNC/u.test(text);
    return writes ? inside(descriptorsIn(result)) : undefined;
  }
  if (/"/u.test(text)) return inside(pathsIn(text, thread));
  return inside(descriptorsIn(text));
}

/** strace shows the path of a descriptor behind its number. */
function descriptorsIn(text: string): readonly string[] {
  return [...text.matchAll(/\d+<([^>]*)>/gu)].map(([, path = ""]) => unescaped(path));
}

/** The paths of a call, each with the folder that it is relative to. The program is stopped, so its folders can be looked up. */
function pathsIn(text: string, thread: number): readonly string[] {
  return [...text.matchAll(/(?:(?:AT_FDCWD|\d+)<([^>]*)>, )?"((?:[^"\\]|\\.)*)"/gu)].map(([, folder, path = ""]) => {
    const of = `/proc/${thread}`;
    const name = unescaped(path);
    const [, link, tail = ""] = /^\/(?:proc\/self|proc\/\d+|dev)(\/fd\/\d+)(.*)$/su.exec(name) ?? [];
    if (link !== undefined) return targetOf(of + link) + tail;
    return resolve(folder === undefined ? targetOf(`${of}/cwd`) : unescaped(folder), name);
  });
}

/** strace writes bytes outside ASCII as octal numbers. */
function unescaped(text: string): string {
  const bytes = text.replace(/\\(?:([0-7]{1,3})|(.))/gsu, (_, octal?: string, other = "") =>
    octal === undefined ? other : String.fromCharCode(Number.parseInt(octal, 8)),
  );
  return Buffer.from(bytes, "latin1").toString("utf8");
}

function targetOf(link: string): string {
  try {
    return readlinkSync(link);
  } catch {
    return "";
  }
}
