/** Finds processes that a test has left behind. */

import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";

/** Marks every process started from now on. Returns a function that lists those still running. */
export function markProcesses(): () => readonly string[] {
  const mark = randomUUID();
  process.env["NEXUS_TEST_MARK"] = mark;
  return () =>
    readdirSync("/proc")
      .filter((entry) => /^\d+$/u.test(entry) && Number(entry) !== process.pid)
      .filter((entry) => read(`/proc/${entry}/environ`).includes(mark))
      .map((entry) => read(`/proc/${entry}/cmdline`).replaceAll("\0", " "));
}

/** Empty for a process that has ended meanwhile or belongs to another user. */
function read(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
