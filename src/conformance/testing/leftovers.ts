/** Which processes a test has left behind. */

import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";

/** Marks every process that is started from now on; returns what lists those that still run. */
export function markProcesses(): () => readonly string[] {
  const mark = randomUUID();
  process.env["NEXUS_TEST_MARK"] = mark;
  return () =>
    readdirSync("/proc")
      .filter((entry) => /^\d+$/u.test(entry) && Number(entry) !== process.pid)
      .filter((entry) => read(`/proc/${entry}/environ`).includes(mark))
      .map((entry) => read(`/proc/${entry}/cmdline`).replaceAll("\0", " "));
}

/** Empty for a process that has ended meanwhile, or that is somebody else's. */
function read(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
