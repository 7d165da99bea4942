import type { MemoryAccess } from "../generated/contract.js";
import { namespaceBreaches } from "./event-schemas.js";

/**
 * The text of memory-access.jsonl after a read. Lines of other files stay as they are, and so do those that are not
 * valid; a line that stood twice is put together. What newer versions know of the file stays with its line.
 */
export function withRead(text: string, path: string, reader: string, now: string): string {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const known = lines.map(parse);
  const own = known.filter((record) => record?.path === path);
  const others = lines.filter((_, index) => known[index]?.path !== path);
  const place = known.findIndex((record) => record?.path === path);
  // Of two lines for one file the later counts, as it does where logs are merged.
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

/** The text of memory-access.jsonl without the lines of these files; all others stay as they are. */
export function withoutFiles(text: string, files: readonly string[]): string {
  const gone = new Set(files);
  const lines = text.split(/(?<=\n)/u);
  return lines.filter((line) => !gone.has(parse(line)?.path ?? "")).join("");
}

/** A record that says nothing; a shorter line is none, and there may be millions. */
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
