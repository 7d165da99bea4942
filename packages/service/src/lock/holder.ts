import { closeSync, readFileSync, readlinkSync } from "node:fs";
import { hostname, uptime } from "node:os";
import type { Folder } from "../files/folder.js";
import { openRegular, readAtMost } from "../files/read-file.js";

/** A process that holds the lock or waits for it, as its file describes it. */
export interface Holder {
  readonly pid: number;
  /** Name, pid namespace and boot of the machine: two containers may use the same pids. */
  readonly host: string;
  /** Distinguishes a process from a later one with the same pid; empty where the system does not tell. */
  readonly started: string;
}

/** A holder on another machine counts as dead after this time. No call takes as long, and waiting calls wait longer. */
const FOREIGN_HOLDER_MS = 12_000;

/** Files of holders are short. A longer file was written by another program. */
const HOLDER_BYTES = 4096;

/**
 * The content of a place for a holder's file. `half`: a crash or a power cut interrupted its writing. `foreign`: another
 * program wrote it, so it holds no lock.
 */
export type Found =
  | { readonly kind: "nothing" | "half" | "foreign" }
  | { readonly kind: "holder"; readonly holder: Holder; readonly isDead: boolean };

/** Reads the file of a holder. @throws the error of the file system where permissions forbid it */
export function findHolder(folder: Folder, name: string): Found {
  const found = folder.look(name);
  if (found === undefined) return { kind: "nothing" };
  if (!found.isFile() || found.size > HOLDER_BYTES) return { kind: "foreign" };
  const descriptor = openRegular(folder, name);
  if (descriptor === undefined) return { kind: "nothing" };
  try {
    const text = readAtMost(descriptor, HOLDER_BYTES).toString("utf8");
    const holder = holderIn(text);
    if (holder !== undefined) return { kind: "holder", holder, isDead: isDead(holder, found.mtimeMs) };
    return { kind: text.startsWith(BEGINNING) || BEGINNING.startsWith(text) ? "half" : "foreign" };
  } finally {
    closeSync(descriptor);
  }
}

/** The beginning of every holder's file. */
const BEGINNING = '{"pid":';

function holderIn(text: string): Holder | undefined {
  try {
    const { pid, host, started } = Object(JSON.parse(text)) as Readonly<Record<string, unknown>>;
    if (!Number.isSafeInteger(pid) || (pid as number) < 1) return undefined;
    if (typeof host !== "string" || typeof started !== "string") return undefined;
    return { pid: pid as number, host, started };
  } catch {
    return undefined;
  }
}

/**
 * Asks the system about a process of this machine, so a living one never counts as dead. A process of another machine
 * counts as alive for a moment only. A time in the future counts as old, since no holder wrote it.
 */
function isDead(holder: Holder, writtenAt: number): boolean {
  if (isHere(holder)) return !isAlive(holder.pid) || startOf(holder.pid) !== holder.started;
  return isOld(writtenAt);
}

/** Whether a time is too long ago for a living holder of another machine, or lies in the future. */
export function isOld(writtenAt: number): boolean {
  return Math.abs(Date.now() - writtenAt) > FOREIGN_HOLDER_MS;
}

/** Whether the holder is a process that this one can see. A planted file cannot know today's name of this machine. */
export function isHere({ host, started }: Holder): boolean {
  return host === self().host && (started !== "" || self().started === "");
}

let known: Holder | undefined;

/** This process. */
export function self(): Holder {
  known ??= { pid: process.pid, host: hostOfPids(), started: startOf(process.pid) };
  return known;
}

function hostOfPids(): string {
  try {
    const start = readFileSync("/proc/sys/kernel/random/boot_id", "latin1").trim();
    return `${hostname()} ${readlinkSync("/proc/self/ns/pid")} ${start}`;
  } catch {
    // Other systems tell only when the machine started, here in minutes since 1970.
    return `${hostname()} ${Math.round((Date.now() / 1000 - uptime()) / 60)}`;
  }
}

/** A start that no holder writes: the process has ended and waits for its parent to collect it. */
const ENDED = "ended";

/** The start of a process in clock ticks since boot, on Linux. */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    // The name of the program may contain spaces and parentheses, so count fields behind it.
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
