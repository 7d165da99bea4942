import { readdirSync, statSync } from "node:fs";
import { join, sep } from "node:path";
import { type MemoryAccess, mergeAccessLogs } from "nexus-core";
import type { MemoryCandidate } from "../generated/contract.js";
import { readIfThere } from "../state-file.js";
import { staysInside } from "../stays-inside.js";
import { ToolError } from "../tool-error.js";
import { git, itemsOf } from "./git.js";
import { MEMORY } from "./memory-store.js";

const STATE = ".nexus/state";
const DAY_MS = 86_400_000;

/** A file of memory, from the root of the project. */
export interface MemoryFact {
  readonly path: string;
  /** ISO 8601. */
  readonly changedAt: string;
}

/** Every Markdown file of memory that is one, in the order of their paths. */
export function memoryFiles(root: string): readonly string[] {
  const folder = join(root, MEMORY);
  return entriesIn(folder)
    .filter((entry) => entry.isFile() && entry.name.endsWith(".md"))
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .split(sep)
        .join("/"),
    )
    .filter((name) => staysInside(root, MEMORY, name))
    .map((name) => `${MEMORY}/${name}`)
    .sort();
}

function entriesIn(folder: string) {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true });
  } catch {
    return [];
  }
}

/** The reads that all harnesses have recorded, as one log. */
export function allReads(root: string): {
  readonly records: readonly MemoryAccess[];
  readonly warnings: readonly string[];
} {
  const files = namespacesIn(root).map((name) => `${STATE}/${name}/memory-access.jsonl`);
  const logs = files.flatMap((file) => {
    const text = readIfThere(root, file);
    return text === null ? [] : [{ source: file, text }];
  });
  const { records, problems } = mergeAccessLogs(...logs);
  return { records, warnings: problems.map(({ source, line, message }) => `${source}, line ${line}: ${message}`) };
}

function namespacesIn(root: string): readonly string[] {
  try {
    return readdirSync(join(root, STATE), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name)
      .sort();
  } catch {
    return [];
  }
}

/**
 * When each file was changed last: by the last commit that changed it, or when it was written, where git does not hold
 * it as it is. A checkout writes every file anew, so that the time of a file says little by itself.
 */
export async function withChanges(root: string, files: readonly string[]): Promise<readonly MemoryFact[]> {
  const committed = await commitTimes(root);
  return files.map((path) => ({
    path,
    changedAt: committed.get(path) ?? statSync(join(root, path)).mtime.toISOString(),
  }));
}

async function commitTimes(root: string): Promise<ReadonlyMap<string, string>> {
  const times = new Map<string, string>();
  try {
    const log = await git(root, ["log", "--format=%x01%cI", "--name-only", "--relative", "-z", "--", MEMORY]);
    let time = "";
    for (const item of itemsOf(log.code === 0 ? log.stdout : "")) {
      const text = item.trim();
      if (text.startsWith("\u0001")) time = text.slice(1);
      else if (!times.has(text)) times.set(text, time);
    }
    const words = ["ls-files", "--modified", "--deleted", "-z", "--", MEMORY];
    const changed = times.size === 0 ? undefined : await git(root, words);
    const staged =
      times.size === 0
        ? undefined
        : await git(root, ["diff", "--cached", "--name-only", "--relative", "-z", "--", MEMORY]);
    for (const path of itemsOf(`${changed?.stdout ?? ""}\0${staged?.stdout ?? ""}`)) times.delete(path);
  } catch (thrown) {
    if (!(thrown instanceof ToolError)) throw thrown;
  }
  return times;
}

/** What is known of a file; what is not known is left out. */
export function candidateOf(
  { path, changedAt }: MemoryFact,
  record: MemoryAccess | undefined,
  cycles: readonly { readonly completed_at: string }[],
  now: Date,
): MemoryCandidate {
  const lastRead = Date.parse(record?.last_accessed_ts ?? "");
  return {
    path,
    ...(record === undefined
      ? {}
      : {
          reads: record.access_count,
          days_since_read: daysBetween(lastRead, now),
          cycles_since_read: cycles.filter(({ completed_at: end }) => Date.parse(end) > lastRead).length,
        }),
    days_since_change: daysBetween(Date.parse(changedAt), now),
  };
}

function daysBetween(then: number, now: Date): number {
  return Math.max(0, Math.floor((now.getTime() - then) / DAY_MS));
}
