import type { MemoryAccess } from "../generated/contract.js";
import { isStored, type Stored } from "../store/stored.js";

/**
 * The text of memory-access.jsonl after a read. Lines about other files and invalid lines stay unchanged. Several lines
 * about the read file become one, and fields from newer versions are preserved in it.
 */
export function withRead(text: string, path: string, reader: string, now: string): string {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const known = lines.map(parse);
  const own = known.filter((record) => record?.path === path);
  const others = lines.filter((_, index) => known[index]?.path !== path);
  const place = known.findIndex((record) => record?.path === path);
  // The last of several lines for one file counts, as when logs are merged.
  const last = own.at(-1);
  const record: MemoryAccess = {
    ...last,
    path,
    last_accessed_ts: now,
    access_count: countIn(last) + 1,
    last_agent: reader,
  };
  const before = place === -1 ? others : lines.slice(0, place);
  const after = others.slice(before.length);
  return [...before, JSON.stringify(record), ...after].map((line) => `${line}\n`).join("");
}

/** The text of memory-access.jsonl without the lines about these files. All other lines stay unchanged. */
export function withoutFiles(text: string, files: readonly string[]): string {
  const gone = new Set(files);
  const lines = text.split(/(?<=\n)/u);
  return lines.filter((line) => !gone.has(parse(line)?.path ?? "")).join("");
}

/** Reads of a file so far. A line of another version may not tell. */
function countIn(record: Stored | undefined): number {
  const count = record?.["access_count"];
  return typeof count === "number" && Number.isSafeInteger(count) ? count : 0;
}

/** A line about a file, whatever else it holds. */
interface Line extends Stored {
  readonly path: string;
}

/** Shorter lines are skipped without parsing, because a log may have millions of lines. */
const SHORTEST = '{"path":"x"}'.length;

function parse(text: string): Line | undefined {
  if (text.length < SHORTEST) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isStored(value) && typeof value["path"] === "string" ? (value as Line) : undefined;
  } catch {
    return undefined;
  }
}
