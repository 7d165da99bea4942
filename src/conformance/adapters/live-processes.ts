/** The running process groups of the kit. None may outlive the kit. */

import { readdirSync, readFileSync } from "node:fs";
import { atEnd, dismiss } from "../workspace/at-end.js";

/** How long the kit waits for killed processes before it ends. */
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

/** Synchronous, for the end of this process. */
function endNow(group: number): void {
  signalGroup(group, "SIGKILL");
  const clock = new Int32Array(new SharedArrayBuffer(4));
  for (const began = performance.now(); groupIsAlive(group) && performance.now() - began < GONE_WITHIN_MS; ) {
    Atomics.wait(clock, 0, 0, 5);
  }
}

/** @returns whether the signal reached a member of the group */
export function signalGroup(group: number, signal: NodeJS.Signals): boolean {
  try {
    process.kill(-group, signal);
    return true;
  } catch {
    return false;
  }
}

/** Whether a member of the group is still running. A zombie is not. */
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

/** Bytes of memory that each group uses. Works only on Linux. */
export function memoryByGroup(): ReadonlyMap<number, number> {
  const bytesOf = (group: number) => membersOf(group).reduce((sum, { pages }) => sum + pages * PAGE_BYTES, 0);
  return new Map([...groups].map((group) => [group, bytesOf(group)]));
}

/** `/proc/PID/stat` contains `pid (name) state parent group …`. The name may contain any character. */
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
