import { closeSync, readFileSync, readlinkSync } from "node:fs";
import { hostname, uptime } from "node:os";
import type { Folder } from "../files/folder.js";
import { openRegular, readAtMost } from "../files/read-file.js";

/** Who holds the lock, or waits for it: what its file says. */
export interface Holder {
  readonly pid: number;
  /** Of the machine, of its process ids and of its start: two containers may count the same pids. */
  readonly host: string;
  /** Tells a process from a later one with the same pid; empty where the system does not say. */
  readonly started: string;
}

/**
 * A holder on another machine cannot be asked whether it still lives. No call takes this long, and a call that waits
 * is more patient.
 */
const FOREIGN_HOLDER_MS = 12_000;

/** A holder says little; whatever is longer was not written by one. */
const HOLDER_BYTES = 4096;

/**
 * What stands at a place where a holder has its file. `half`: a process has died, or the power has gone, while it was
 * written. `foreign`: no holder has written it, so nobody holds anything with it.
 */
export type Found =
  | { readonly kind: "nothing" | "half" | "foreign" }
  | { readonly kind: "holder"; readonly holder: Holder; readonly isDead: boolean };

/** Looks at the file of a holder. @throws the error of the file system where nobody may look */
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

/** How the file of every holder begins. */
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
 * A process of this machine is asked, and one that lives is never taken for dead. Any other is believed for a moment
 * only; a time in the future counts as one in the past, since no holder has written it.
 */
function isDead(holder: Holder, writtenAt: number): boolean {
  if (isHere(holder)) return !isAlive(holder.pid) || startOf(holder.pid) !== holder.started;
  return isOld(writtenAt);
}

/** Whether something was written before any holder of another machine that may still live, or at no time that has been. */
export function isOld(writtenAt: number): boolean {
  return Math.abs(Date.now() - writtenAt) > FOREIGN_HOLDER_MS;
}

/** Whether the holder is a process that this one can see. A project cannot know what this machine is called today. */
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
    // Minutes since 1970 at which the machine has started: all that other systems tell.
    return `${hostname()} ${Math.round((Date.now() / 1000 - uptime()) / 60)}`;
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
