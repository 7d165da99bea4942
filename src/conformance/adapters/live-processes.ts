/** The process groups that the kit has started and not yet seen the end of: none may outlive the kit. */

import { readdirSync, readFileSync } from "node:fs";

const live = new Set<number>();
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

export function watchGroup(group: number): void {
  if (live.size === 0) listen();
  live.add(group);
}

export function forgetGroup(group: number): void {
  live.delete(group);
  if (live.size === 0) stopListening();
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

/** `/proc/PID/stat` reads: pid (name) state parent group …, and the name may hold anything. */
function hasRunningMember(group: number): boolean {
  return readdirSync("/proc").some((entry) => {
    if (!/^\d+$/u.test(entry)) return false;
    try {
      const stat = readFileSync(`/proc/${entry}/stat`, "utf8");
      const [state, , member] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      return Number(member) === group && state !== "Z" && state !== "X";
    } catch {
      return false;
    }
  });
}

function endAll(): void {
  for (const group of live) signalGroup(group, "SIGKILL");
  live.clear();
}

/** A group of its own gets no Ctrl-C from the terminal, so the kit passes the end on before it ends itself. */
function endWith(signal: NodeJS.Signals): void {
  endAll();
  stopListening();
  if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
}

function listen(): void {
  process.on("exit", endAll);
  for (const signal of SIGNALS) process.on(signal, endWith);
}

function stopListening(): void {
  process.off("exit", endAll);
  for (const signal of SIGNALS) process.off(signal, endWith);
}
