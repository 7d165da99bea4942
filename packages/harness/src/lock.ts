import { randomBytes } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { hostname } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { reasonOf, ToolError } from "./tool-error.js";

export interface LockOptions {
  /** Milliseconds that a call waits for the lock before it refuses; 10,000 where absent. */
  readonly patience?: number;
}

/** Ends the hold. It may be called once. */
export type Release = () => void;

/** A holder on another machine cannot be asked whether it still lives; no call takes this long. */
const FOREIGN_HOLDER_MS = 30_000;
const FIRST_PAUSE_MS = 1;
const LONGEST_PAUSE_MS = 20;

/**
 * Takes the lock of a folder, which one process holds at a time (`core.state.concurrent-calls`). The lock is the folder
 * `held`, in which its holder has a file with a name of its own. A process prepares such a folder once; to take the lock
 * it renames it to `held`, which a file system does only while `held` is missing or empty, and to release it renames it
 * back. Whoever finds that the holder is dead deletes the holder's file by its name, so that a lock which somebody else
 * has taken meanwhile is never broken.
 * @param folder made where it is missing
 * @throws ToolError LOCK_BUSY when a living process holds the lock too long, LOCK_UNWRITABLE when the folder cannot be used
 */
export async function takeLock(folder: string, { patience = 10_000 }: LockOptions = {}): Promise<Release> {
  const turn = queueUp(folder);
  await turn.reached;
  const deadline = performance.now() + patience;
  try {
    for (let wait = FIRST_PAUSE_MS; ; wait = Math.min(wait * 2, LONGEST_PAUSE_MS)) {
      const release = tryLock(folder);
      if (release !== undefined) {
        return () => {
          release();
          turn.leave();
        };
      }
      if (performance.now() >= deadline) throw busy(folder, patience);
      await pause(wait * (0.5 + Math.random()));
    }
  } catch (thrown) {
    turn.leave();
    throw thrown;
  }
}

/** Callers of one process wait for each other without asking the file system. */
const lastTurns = new Map<string, Promise<void>>();

function queueUp(folder: string): { readonly reached: Promise<void>; readonly leave: () => void } {
  const reached = lastTurns.get(folder) ?? Promise.resolve();
  let leave = () => {};
  const left = new Promise<void>((resolve) => {
    leave = resolve;
  });
  lastTurns.set(folder, left);
  void left.then(() => {
    if (lastTurns.get(folder) === left) lastTurns.delete(folder);
  });
  return { reached, leave };
}

interface Holder {
  readonly pid: number;
  /** Of the machine and of its process ids: two containers may count the same pids. */
  readonly host: string;
  /** Tells a process from a later one with the same pid; empty where the system does not say. */
  readonly started: string;
}

/** The name of the folder that this process has prepared, for each lock. */
const prepared = new Map<string, string>();

function tryLock(folder: string): Release | undefined {
  const held = join(folder, "held");
  try {
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const name = prepared.get(folder) ?? prepare(folder);
      if (take(folder, name, held)) return () => giveBack(folder, name, held);
      if (isHeld(held)) return undefined;
    }
    return undefined;
  } catch (thrown) {
    throw ToolError.of("LOCK_UNWRITABLE", { folder: dirname(folder), reason: reasonOf(thrown) }, thrown);
  }
}

function prepare(folder: string): string {
  const name = randomBytes(9).toString("hex");
  mkdirSync(folder, { recursive: true });
  removeAbandoned(folder);
  const own = join(folder, name);
  try {
    mkdirSync(own);
    writeFileSync(join(own, name), JSON.stringify(self()));
  } catch (thrown) {
    rmSync(own, { recursive: true, force: true });
    throw thrown;
  }
  prepared.set(folder, name);
  return name;
}

/** @returns false where somebody else was faster, or where the folder that was prepared is not there any more */
function take(folder: string, name: string, held: string): boolean {
  try {
    renameOntoEmpty(join(folder, name), held);
    // Other machines judge by this time, and one of them may have removed the file in the moment before.
    const now = new Date();
    utimesSync(join(held, name), now, now);
    return true;
  } catch (thrown) {
    const { code } = thrown as NodeJS.ErrnoException;
    if (code === "ENOENT") prepared.delete(folder);
    else if (code !== "ENOTEMPTY" && code !== "EEXIST") throw thrown;
    return false;
  }
}

/** By renaming, which is much less work for a file system than to delete a folder and make another for the next call. */
function giveBack(folder: string, name: string, held: string): void {
  try {
    // Not where another machine has taken this process for dead: the folder is another holder's then.
    if (existsSync(join(held, name))) renameSync(held, join(folder, name));
  } catch {
    prepared.delete(folder);
    deleteIfThere(join(held, name));
  }
}

/** Whether a living process holds the lock. One that is dead loses it here. */
function isHeld(held: string): boolean {
  const [name] = list(held);
  if (name === undefined) return false;
  const file = join(held, name);
  if (!isDead(file)) return true;
  deleteIfThere(file);
  return false;
}

function isDead(file: string): boolean {
  let holder: Holder;
  try {
    holder = JSON.parse(readFileSync(file, "utf8")) as Holder;
  } catch (thrown) {
    // Released in this moment; a file that cannot be read was not written by a holder.
    return (thrown as NodeJS.ErrnoException).code !== "ENOENT";
  }
  if (holder.host !== self().host) return ageOf(file) > FOREIGN_HOLDER_MS;
  return !isAlive(holder.pid) || (holder.started !== "" && holder.started !== startOf(holder.pid));
}

/** Folders that were prepared by processes that died before they could take the lock. */
function removeAbandoned(folder: string): void {
  for (const name of list(folder)) {
    const file = join(folder, name, name);
    if (name === "held") continue;
    const isAbandoned = list(dirname(file)).length === 0 ? ageOf(dirname(file)) > FOREIGN_HOLDER_MS : isDead(file);
    if (isAbandoned) rmSync(dirname(file), { recursive: true, force: true });
  }
}

/** Windows replaces no folder by a rename, not even an empty one. */
function renameOntoEmpty(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch {
    rmdirSync(to);
    renameSync(from, to);
  }
}

function busy(folder: string, patience: number): ToolError {
  const [name] = list(join(folder, "held"));
  let who = "another process";
  try {
    const { pid, host } = JSON.parse(readFileSync(join(folder, "held", name ?? ""), "utf8")) as Holder;
    who = host === self().host ? `process ${pid}` : `a process of ${host}`;
  } catch {
    // It has let go meanwhile; then any name is as good.
  }
  return ToolError.of("LOCK_BUSY", { who, seconds: Math.round(patience / 100) / 10 });
}

let known: Holder | undefined;

function self(): Holder {
  known ??= { pid: process.pid, host: hostOfPids(), started: startOf(process.pid) };
  return known;
}

function hostOfPids(): string {
  try {
    return `${hostname()} ${readlinkSync("/proc/self/ns/pid")}`;
  } catch {
    return hostname();
  }
}

/** No start that a holder could have written: the process has ended, and only its parent has not taken note. */
const ENDED = "ended";

/** The start of a process in clock ticks since boot, which Linux tells. */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    // The name of the program may hold spaces and parentheses; what is counted comes behind it.
    const [state, ...fields] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return state === "Z" || state === "X" ? ENDED : (fields[18] ?? "");
  } catch {
    return "";
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (thrown) {
    return (thrown as NodeJS.ErrnoException).code === "EPERM";
  }
}

function ageOf(file: string): number {
  const written = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
  return written === undefined ? 0 : Date.now() - written;
}

function deleteIfThere(file: string): void {
  try {
    unlinkSync(file);
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code !== "ENOENT") throw thrown;
  }
}

function list(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
