/** The sources of each reference that Stryker changes, in groups that are scored apart. */

import fg from "fast-glob";
import { packageRoot } from "../../src/base/package-root.js";

export interface Group {
  readonly contract: string;
  readonly id: string;
  /** What the group is, as the proof page says it. */
  readonly title: string;
  /** From the root of the repository. */
  readonly patterns: readonly string[];
  /** The share of mutants that the fixtures have to find. */
  readonly goal?: number;
}

const HARNESS = "packages/harness/src";
const THREAD = "packages/thread/src";
const SERVICE = "packages/service/src";

export const GROUPS: readonly Group[] = [
  {
    contract: "core",
    id: "tools",
    title: "the tools, and what only they are made of",
    patterns: ["tools/*.ts", "store/leftovers.ts"].map(within(HARNESS)),
    goal: 0.85,
  },
  {
    contract: "core",
    id: "shared",
    title: "what tools share with events and memory: parameters, state files, history",
    patterns: [
      "contract/check-params.ts",
      "store/artifact-path.ts",
      "store/state-store.ts",
      "store/state-file.ts",
      "store/history-file.ts",
      "harness.ts",
      "git/branch.ts",
    ]
      .map(within(HARNESS))
      .concat(["files/place.ts", "files/read-file.ts", "params/*.ts"].map(within(SERVICE))),
  },
  {
    contract: "core",
    id: "events",
    title: "lifecycle events and decisions",
    patterns: ["events/*.ts", "decisions/*.ts"].map(within(HARNESS)),
  },
  { contract: "core", id: "memory", title: "the memory", patterns: [`${HARNESS}/memory/*.ts`] },
  {
    contract: "core",
    id: "toolkit",
    title: "the toolkit, and the form of an agent's report",
    patterns: ["src/toolkit/*.ts", "src/report/**/*.ts"],
  },
  {
    contract: "thread",
    id: "methods",
    title: "the methods, and what they decide by",
    patterns: ["methods/*.ts", "thread-service.ts"].map(within(THREAD)),
  },
  {
    contract: "thread",
    id: "around",
    title: "parameters, identity, the store and waking agents",
    patterns: ["contract/*.ts", "identity/*.ts", "store/*.ts", "wake/*.ts"]
      .map(within(THREAD))
      .concat(within(SERVICE)("store/*.ts")),
  },
];

export function groupsOf(contract: string): readonly Group[] {
  return GROUPS.filter((group) => group.contract === contract);
}

/** The files of a group, from the root of the repository. */
export function filesOf({ patterns }: Group): readonly string[] {
  return fg.sync([...patterns], { cwd: packageRoot, ignore: ["**/*.test.ts", "**/index.ts"] }).sort();
}

function within(folder: string): (pattern: string) => string {
  return (pattern) => `${folder}/${pattern}`;
}
