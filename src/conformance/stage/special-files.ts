/** Detects an implementation that waits for a pipe or reads a device that the case has put into its workspace. */

import { relative } from "node:path";
import { Worker } from "node:worker_threads";
import { NexusError } from "../../base/errors.js";
import { memoryByGroup, signalGroup } from "../adapters/live-processes.js";
import type { Stage } from "./stage.js";

/** After this time, a call may be waiting for a pipe. */
const SUSPECT_MS = 1000;

/** Bytes that a process may grow by. More than a call needs, less than a machine has. */
const MOST_GROWTH = 512 * 1024 * 1024;
const LOOK_EVERY_MS = 20;

/**
 * Runs in a thread, because an implementation may block this process. Opening a pipe for writing succeeds only if a reader
 * has it open, and closing it ends that read. Opening it for reading unblocks a writer in the same way, and reading shows
 * whether there was one.
 */
const WATCH = `
  const { parentPort } = require("node:worker_threads");
  const { closeSync, constants: { O_NONBLOCK, O_RDONLY, O_WRONLY }, openSync, readSync } = require("node:fs");
  parentPort.on("message", ({ paths, state, after }) => {
    const view = new Int32Array(state);
    const isOver = (ms) => Atomics.wait(view, 0, 0, ms) !== "timed-out";
    const attempt = (path, flags, work) => {
      try {
        const pipe = openSync(path, flags | O_NONBLOCK);
        try { work(pipe); } finally { closeSync(pipe); }
      } catch (error) { if (error.code === "EAGAIN") return true; }
    };
    for (let wait = after; !isOver(wait); wait = 50) {
      for (const [index, path] of paths.entries()) {
        let found = false;
        attempt(path, O_WRONLY, () => { found = true; });
        const hasWriter = attempt(path, O_RDONLY, (pipe) => { isOver(20); found ||= readSync(pipe, Buffer.alloc(4096)) > 0; });
        if (found || hasWriter) Atomics.store(view, index + 1, 1);
      }
    }
    parentPort.postMessage("over");
  });
`;

/** Threads that wait for their next watch. Starting one takes longer than most cases. */
const idle: Worker[] = [];

/** Watches the pipes of a workspace during a piece of work. */
class PipeWatch {
  private readonly view: Int32Array;
  private readonly worker: Worker | undefined;

  /** @param paths absolute paths of the pipes @param limit milliseconds that a call may take */
  constructor(
    private readonly paths: readonly string[],
    limit: number,
  ) {
    const state = new SharedArrayBuffer(4 * (paths.length + 1));
    this.view = new Int32Array(state);
    if (paths.length === 0) return;
    this.worker = idle.pop() ?? new Worker(WATCH, { eval: true });
    this.worker.unref();
    this.worker.postMessage({ paths, state, after: Math.min(SUSPECT_MS, limit / 2) });
  }

  /** Ends the watch. @returns the pipes that the implementation waited for */
  async end(): Promise<readonly string[]> {
    const { worker } = this;
    if (worker === undefined) return [];
    const ended = new Promise((resolve) => worker.once("message", resolve));
    // Without this, the process could end before the answer.
    worker.ref();
    Atomics.store(this.view, 0, 1);
    Atomics.notify(this.view, 0);
    await ended;
    worker.unref();
    idle.push(worker);
    return this.paths.filter((_, index) => this.view[index + 1] === 1);
  }
}

/**
 * Runs work while programs can reach a device that yields endless bytes. Kills a program that keeps reading them before the
 * memory of the machine is used up.
 * @param onEnd called after killing a program
 */
async function withinMemory<T>(work: () => Promise<T>, onEnd: () => void): Promise<T> {
  const before = memoryByGroup();
  const watch = setInterval(() => {
    for (const [group, bytes] of memoryByGroup()) {
      if (bytes - (before.get(group) ?? 0) > MOST_GROWTH && signalGroup(group, "SIGKILL")) onEnd();
    }
  }, LOOK_EVERY_MS);
  try {
    return await work();
  } finally {
    clearInterval(watch);
  }
}

/** Errors of a call that did not return. */
const ENDLESS: readonly string[] = ["NXC_CALL_TIMEOUT", "NXC_PROCESS_SILENT"];

/**
 * Runs work while the workspace may contain pipes or devices.
 * @param onWait called with each special file that the implementation waited for
 * @returns undefined if the work did not finish because of a device
 * @throws errors of the work
 */
export async function watchSpecialFiles<T>(
  { workspace, timeout }: Stage,
  work: () => Promise<T>,
  onWait: (what: string) => void,
): Promise<T | undefined> {
  const { pipes, hasDevices, folder } = workspace;
  const watch = new PipeWatch(pipes, timeout);
  let wasEnded = false;
  const onEnd = () => {
    wasEnded = true;
  };
  try {
    return await (hasDevices ? withinMemory(work, onEnd) : work());
  } catch (thrown) {
    const { code } = NexusError.from(thrown);
    // A program that was not killed here has crashed, which is another failure.
    const isEndless = ENDLESS.includes(code) || (code === "NXC_PROCESS_DIED" && wasEnded);
    if (!hasDevices || !isEndless) throw thrown;
    onWait("a device that yields endless bytes");
    return undefined;
  } finally {
    for (const pipe of await watch.end()) onWait(`${relative(folder, pipe)}, a pipe`);
  }
}
