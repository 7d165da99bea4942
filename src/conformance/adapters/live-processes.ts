/** The process groups that the kit has started and not yet seen the end of: none may outlive the kit. */

import { readdirSync, readFileSync } from "node:fs";
import { atEnd, dismiss } from "../workspace/at-end.js";

/** How long killed processes may take to be gone before the kit ends without having seen it. */
const GONE_WITHIN_MS = 500;

const groups = new Set<number>();

export function watchGroup(group: number): void {
  groups.add(group);
  atEnd("processes", String(group), () => endNow(group));
}

export function forgetGroup(group: number): void {
  groups.delete(group);
  dismiss("processes", String(group));
}

/** Without waiting for anything but the clock: this process is about to end. */
function endNow(group: number): void {
  signalGroup(group, "SIGKILL");
  const clock = new Int32Array(new SharedArrayBuffer(4));
  for (const began = performance.now(); groupIsAlive(group) && performance.now() - began < GONE_WITHIN_MS; ) {
    Atomics.wait(clock, 0, 0, 5);
  }
}

/** Whether the group had a member that the signal reached. */
export function signalGroup(group: number, signal: NodeJS.Signals): boolean {
  try {
    process.kill(-group, signal);
    return true;
  } catch {
    return false;
  }
}

/** Whether a member of the group is still running. One that has ended and that nobody has collected is not. */
export function groupIsAlive(group: number): boolean {
  try {
    process.kill(-group, 0);
  } catch {
    return false;
  }
  return process.platform !== "linux" || hasRunningMember(group);
}

function hasRunningMember(group: number): boolean {
  return membersOf(group).some(({ state }) => state !== "Z" && state !== "X");
}

const PAGE_BYTES = 4096;

/** Bytes of memory that each group uses. Only Linux tells. */
export function memoryByGroup(): ReadonlyMap<number, number> {
  const bytesOf = (group: number) => membersOf(group).reduce((sum, { pages }) => sum + pages * PAGE_BYTES, 0);
  return new Map([...groups].map((group) => [group, bytesOf(group)]));
}

/** `/proc/PID/stat` reads: pid (name) state parent group …, and the name may hold anything. */
function membersOf(group: number): readonly { readonly state: string; readonly pages: number }[] {
  return readdirSync("/proc").flatMap((entry) => {
    if (!/^\d+$/u.test(entry)) return [];
    try {
      const stat = readFileSync(`/proc/${entry}/stat`, "utf8");
      const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      const [state = "", , member] = fields;
      return Number(member) === group ? [{ state, pages: Number(fields[21] ?? 0) }] : [];
    } catch {
      return [];
    }
  });
}
