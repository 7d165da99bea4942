import type { MemoryAccess } from "nexus-core";
import { definedOnly } from "nexus-core/base";
import { forgettingSignals } from "nexus-core/toolkit";
import { ToolError } from "../contract/tool-error.js";
import type { MemoryCandidate } from "../generated/contract.js";
import { foundWithin, MEMORY } from "../store/memory-path.js";
import { entriesIn, foundAt, reading } from "../store/state-file.js";
import { bytesOf, isBlob } from "./blob.js";
import { problemWithGitFolder } from "./check-git-folder.js";
import { git, itemsOf } from "./git.js";

/** A memory file and the time of its last change. The path is relative to the project root. */
export interface MemoryFact {
  readonly path: string;
  /** ISO 8601. */
  readonly changedAt: string;
}

/**
 * The Markdown files of memory, sorted by path.
 * @throws ToolError FOLDER_UNREADABLE or STATE_UNREADABLE
 */
export function memoryFiles(root: string): readonly string[] {
  return entriesIn(root, MEMORY, { recursive: true })
    .entries.filter(({ kind, name }) => kind === "file" && name.endsWith(".md"))
    .map(({ name }) => `${MEMORY}/${name}`)
    .filter((file) => reading(file, () => foundWithin(root, MEMORY, file)) !== "outside")
    .sort();
}

/**
 * When each file last changed: the time of the last commit that changed it, or the file time if the content differs from
 * git's. File times alone are unreliable, because a checkout rewrites every file.
 */
export async function withChanges(root: string, files: readonly string[]): Promise<readonly MemoryFact[]> {
  const committed = await commitTimes(root);
  return files.flatMap((path): readonly MemoryFact[] => {
    // Skip files that were deleted after the listing.
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
    // Without the committed content, commit times do not tell the age of a file.
    const held = await heldBlobs(root);
    for (const path of times.keys()) if (!isHeld(root, path, held.get(path))) times.delete(path);
  } catch (thrown) {
    if (!(thrown instanceof ToolError)) throw thrown;
  }
  return times;
}

/** Blob ids in the checked-out commit, by path. */
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
 * Whether the file has its committed content, apart from line ends. `git status` would also start programs that the
 * repository's settings name, which merely looking at memory must not do.
 */
function isHeld(root: string, path: string, blob: string | undefined): boolean {
  const found = blob === undefined ? null : bytesOf(root, path);
  if (blob === undefined || found === null) return false;
  const unix = Buffer.from(found.toString("latin1").replaceAll("\r\n", "\n"), "latin1");
  return [found, unix].some((bytes) => isBlob(bytes, blob));
}

/** The known facts about a file; unknown ones are omitted. */
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

/** Whole days, at least 0: a wrong clock can put a read into the future. */
function wholeDays(days: number | undefined): number | undefined {
  return days === undefined ? undefined : Math.max(0, Math.floor(days));
}
