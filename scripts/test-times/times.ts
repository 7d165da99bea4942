/** The duration of each test file in its last run. */

import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { packageRoot } from "../../src/base/package-root.js";

export interface FileTime {
  /** From the root of the package. */
  readonly file: string;
  readonly ms: number;
}

const KEPT = join(packageRoot, "node_modules/.cache/nexus-test-times.json");

/** Stores the times of a run. Files that did not run keep their earlier times. */
export function keepTimes(times: readonly FileTime[]): void {
  const all = new Map([...keptTimes(), ...times].map(({ file, ms }) => [file, ms]));
  mkdirSync(dirname(KEPT), { recursive: true });
  writeFileSync(KEPT, JSON.stringify(Object.fromEntries(all)));
}

/** The times of files that still exist. */
export function keptTimes(): readonly FileTime[] {
  if (!existsSync(KEPT)) return [];
  const kept = JSON.parse(readFileSync(KEPT, "utf8")) as Readonly<Record<string, number>>;
  return Object.entries(kept)
    .map(([file, ms]) => ({ file, ms }))
    .filter(({ file }) => existsSync(join(packageRoot, file)));
}
