import type { MemoryAccess } from "nexus-core";
import { definedOnly } from "nexus-core/base";
import { forgettingSignals } from "nexus-core/toolkit";
import { ToolError } from "../contract/tool-error.js";
import type { MemoryCandidate } from "../generated/contract.js";
import { MEMORY, memoryAt } from "../store/memory-path.js";
import { entriesIn, foundAt, reading } from "../store/state-file.js";
import { bytesOf, isBlob } from "./blob.js";
import { problemWithGitFolder } from "./check-git-folder.js";
import { git, itemsOf } from "./git.js";

/** A file of memory, from the root of the project. */
export interface MemoryFact {
  readonly path: string;
  /** ISO 8601. */
  readonly changedAt: string;
}

/**
 * Every Markdown file of memory that is one, in the order of their paths.
 * @throws ToolError FOLDER_UNREADABLE or STATE_UNREADABLE
 */
export function memoryFiles(root: string): readonly string[] {
  return entriesIn(root, MEMORY, { recursive: true })
    .entries.filter(({ kind, name }) => kind === "file" && name.endsWith(".md"))
    .map(({ name }) => `${MEMORY}/${name}`)
    .filter((file) => reading(file, () => memoryAt(root, file)) !== "outside")
    .sort();
}

/**
 * When each file was changed last: by the last commit that changed it, or when it was written, where git does not hold
 * it as it is. A checkout writes every file anew, so that the time of a file says little by itself.
 */
export async function withChanges(root: string, files: readonly string[]): Promise<readonly MemoryFact[]> {
  const committed = await commitTimes(root);
  return files.flatMap((path): readonly MemoryFact[] => {
    // One that has gone since it was listed is none.
    const written = reading(path, () => foundAt(root, path))?.mtime.toISOString();
    return written === undefined ? [] : [{ path, changedAt: committed.get(path) ?? written }];
  });
}

async function commitTimes(root: string): Promise<ReadonlyMap<string, string>> {
  const times = new Map<string, string>();
  if ((await problemWithGitFolder(root)) !== undefined) return times;
  try {
    const words = ["log", "--no-show-signature", "--format=%x01%cI", "--name-only", "--relative", "-z", "--", MEMORY];
    const log = await git(root, words);
    let time = "";
    for (const item of itemsOf(log.code === 0 ? log.stdout : "")) {
      const text = item.trim();
      if (text.startsWith("\u0001")) time = text.slice(1);
      else if (!times.has(text)) times.set(text, time);
    }
    if (times.size === 0) return times;
    // Where git does not say what it holds, no commit says how old a file is.
    const held = await heldBlobs(root);
    for (const path of times.keys()) if (!isHeld(root, path, held.get(path))) times.delete(path);
  } catch (thrown) {
    if (!(thrown instanceof ToolError)) throw thrown;
  }
  return times;
}

/** Ids of the contents that the commit which is checked out has, by path. */
async function heldBlobs(root: string): Promise<ReadonlyMap<string, string>> {
  const { code, stdout } = await git(root, ["ls-tree", "-r", "-z", "HEAD", "--", MEMORY]);
  return new Map(
    itemsOf(code === 0 ? stdout : "").map((entry) => {
      const [facts = "", path = ""] = entry.split("\t");
      return [path, facts.split(" ")[2] ?? ""] as const;
    }),
  );
}

/**
 * Whether the file is as git holds it, apart from the ends of its lines. git would say so too, but asks programs that the
 * settings of the repository name; nobody who only looks has started those.
 */
function isHeld(root: string, path: string, blob: string | undefined): boolean {
  const found = blob === undefined ? null : bytesOf(root, path);
  if (blob === undefined || found === null) return false;
  const unix = Buffer.from(found.toString("latin1").replaceAll("\r\n", "\n"), "latin1");
  return [found, unix].some((bytes) => isBlob(bytes, blob));
}

/** What is known of a file; what is not known is left out. */
export function candidateOf(
  fact: MemoryFact,
  record: MemoryAccess | undefined,
  cycles: readonly { readonly completed_at: string }[],
  now: Date,
): MemoryCandidate {
  const signals = forgettingSignals(fact, record, now, cycles);
  return definedOnly({
    path: fact.path,
    reads: signals.maxReads,
    days_since_read: wholeDays(signals.minDaysSinceRead),
    cycles_since_read: signals.minCyclesSinceRead,
    days_since_change: wholeDays(signals.minDaysSinceChange),
  });
}

/** A clock may go wrong, and nothing was read in the future. */
function wholeDays(days: number | undefined): number | undefined {
  return days === undefined ? undefined : Math.max(0, Math.floor(days));
}
