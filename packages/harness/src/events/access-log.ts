import type { MemoryAccess } from "../generated/contract.js";
import { namespaceBreaches } from "./event-schemas.js";

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
    access_count: (last?.access_count ?? 0) + 1,
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

/**
 * Length of the emptiest record. Shorter lines are skipped without parsing, because a log may have millions of lines.
 */
const SHORTEST = '{"path":"","last_accessed_ts":"","access_count":1,"last_agent":""}'.length;

function parse(line: string): MemoryAccess | undefined {
  if (line.length < SHORTEST) return undefined;
  try {
    const value: unknown = JSON.parse(line);
    return namespaceBreaches("memory-access", value).length === 0 ? (value as MemoryAccess) : undefined;
  } catch {
    return undefined;
  }
}
