/** The sources of the reference that Stryker changes, in groups that are scored apart. */

import { join } from "node:path";
import fg from "fast-glob";
import { packageRoot } from "../../src/package-root.js";

/** Where the reference stands, from the root of the repository. */
const FOLDER = "packages/harness/src";

export interface Group {
  readonly id: string;
  /** What the group is, as the proof page says it. */
  readonly title: string;
  /** From the folder of the sources. */
  readonly patterns: readonly string[];
  /** The share of mutants that the fixtures have to find. */
  readonly goal?: number;
}

export const GROUPS: readonly Group[] = [
  {
    id: "tools",
    title: "the tools, and what only they are made of",
    patterns: ["tools/*.ts", "archive.ts", "leftovers.ts", "tools.ts", "without-undefined.ts"],
    goal: 0.85,
  },
  {
    id: "shared",
    title: "what tools share with events and memory: checking parameters, reading and writing state",
    patterns: [
      "check-params.ts",
      "artifact-path.ts",
      "state-store.ts",
      "state-file.ts",
      "files/place.ts",
      "files/read-file.ts",
      "problem.ts",
    ],
  },
];

/** The files of a group, from the root of the repository. */
export function filesOf({ patterns }: Group): readonly string[] {
  const cwd = join(packageRoot, FOLDER);
  return fg
    .sync([...patterns], { cwd, ignore: ["**/*.test.ts"] })
    .sort()
    .map((path) => `${FOLDER}/${path}`);
}

/** Every file of every group. */
export function allFiles(): readonly string[] {
  return GROUPS.flatMap(filesOf);
}
