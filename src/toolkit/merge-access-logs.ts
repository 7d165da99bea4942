import { readFileSync } from "node:fs";
import { join } from "node:path";
import { compareText } from "../base/finding.js";
import { compileSchemas, type SchemaCheck } from "../base/json-schema.js";
import { packageRoot } from "../base/package-root.js";
import type { MemoryAccess } from "../generated/memory-access.js";
import { projectPath } from "./project-path.js";

/** The memory-access.jsonl of one harness. */
export interface AccessLog {
  /** Names the log in problems: usually the id of the harness or the path of the file. */
  readonly source: string;
  readonly text: string;
}

/** A line that breaks the form or repeats a file. An invalid line is ignored. */
export interface AccessLogProblem {
  readonly source: string;
  /** From 1. */
  readonly line: number;
  readonly message: string;
}

/** The number of problems listed for one log; one more problem counts the rest. */
const MOST_PROBLEMS = 10;

/** The length of a record with empty texts. A shorter line cannot be a record. */
const SHORTEST_RECORD = '{"path":"","last_accessed_ts":"","access_count":1,"last_agent":""}'.length;

export interface MergedAccess {
  /** By path. Fields that a newer version added are those of the newest record. */
  readonly records: readonly MemoryAccess[];
  readonly problems: readonly AccessLogProblem[];
}

/**
 * The memory-access records of several harnesses as one: by path, counts summed, time and reader of the newest read.
 * The order of the logs makes no difference. Fields that the schema does not know are kept.
 *
 * A line that is not JSON, breaks the schema, or has an absolute path (which means nothing on another machine) is a
 * problem. So is a second line for the same file in one log: the later line counts. If a log has many problems, the
 * first ten are listed, and one more gives the number of the rest.
 *
 * @example
 * import { mergeAccessLogs } from "nexus-core";
 *
 * const path = ".nexus/memory/empirical-retry-limit.md";
 * const older = { path, last_accessed_ts: "2026-01-02T00:00:00Z", access_count: 2, last_agent: "writer" };
 * const newer = { path, last_accessed_ts: "2026-01-05T00:00:00Z", access_count: 3, last_agent: "lead" };
 * const one = { source: "one", text: JSON.stringify(older) };
 * const two = { source: "two", text: `${JSON.stringify(newer)}\nnot JSON` };
 * mergeAccessLogs(one, two);
 * // => {
 * //   records: [{ path, last_accessed_ts: "2026-01-05T00:00:00Z", access_count: 5, last_agent: "lead" }],
 * //   problems: [{ source: "two", line: 2, message: "not valid JSON" }],
 * // }
 */
export function mergeAccessLogs(...logs: readonly AccessLog[]): MergedAccess {
  const problems: AccessLogProblem[] = [];
  const merged = new Map<string, MemoryAccess>();
  for (const log of logs) {
    for (const [path, record] of readLog(log, problems)) {
      const other = merged.get(path);
      merged.set(path, other === undefined ? record : mergeRecords(other, record));
    }
  }
  const records = [...merged.values()].sort((a, b) => compareText(a.path, b.path));
  return { records, problems };
}

function readLog({ source, text }: AccessLog, problems: AccessLogProblem[]): ReadonlyMap<string, MemoryAccess> {
  const records = new Map<string, MemoryAccess>();
  let found = 0;
  let firstLeftOut = 0;
  for (const { line, content } of linesOf(text)) {
    const report = (message: () => string) => {
      found += 1;
      if (found <= MOST_PROBLEMS) problems.push({ source, line, message: message() });
      else if (firstLeftOut === 0) firstLeftOut = line;
    };
    // A log may hold millions of invalid lines. Once problems are only counted, a short line need not be parsed.
    const isHopeless = found >= MOST_PROBLEMS && content.length < SHORTEST_RECORD;
    if (isHopeless) report(() => "");
    const record = isHopeless ? undefined : readRecord(content, report);
    if (record === undefined) continue;
    if (records.has(record.path)) report(() => `a second line for ${record.path}; it counts instead of the first`);
    records.set(record.path, record);
  }
  const more = found - MOST_PROBLEMS;
  if (more > 0) problems.push({ source, line: firstLeftOut, message: `${more} more problems from this line on` });
  return records;
}

/** The lines that are not blank, each with its number. */
function* linesOf(text: string): Generator<{ readonly line: number; readonly content: string }> {
  const end = text.length;
  for (let line = 1, from = text.startsWith("\uFEFF") ? 1 : 0; from < end; line += 1) {
    const next = text.indexOf("\n", from);
    const to = next === -1 ? end : next;
    const content = text.slice(from, to).trim();
    if (content !== "") yield { line, content };
    from = to + 1;
  }
}

function readRecord(line: string, report: (message: () => string) => void): MemoryAccess | undefined {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    report(() => "not valid JSON");
    return undefined;
  }
  const breaches = recordCheck()(value);
  for (const { pointer, message } of breaches) {
    report(() => (pointer === "" ? message : `${pointer.slice(1)}: ${message}`));
  }
  if (breaches.length > 0) return undefined;
  const record = value as MemoryAccess;
  const path = projectPath(record.path);
  if (/^(?:\/|[A-Za-z]:)/.test(path)) {
    report(() => `path: ${record.path} is absolute; records are merged by the path from the project root`);
    return undefined;
  }
  return { ...record, path };
}

let compiled: SchemaCheck | undefined;

/** The check of one line, by the schema of the core contract. */
function recordCheck(): SchemaCheck {
  if (compiled === undefined) {
    const file = "memory-access.schema.json";
    const text = readFileSync(join(packageRoot, "conformance/state-schemas", file), "utf8");
    // Fields of a newer version are no breach, and a line may have very many.
    const { additionalProperties: _, ...schema } = JSON.parse(text) as Record<string, unknown>;
    compiled = compileSchemas([schema], { areShipped: true })(file);
  }
  return compiled;
}

function mergeRecords(a: MemoryAccess, b: MemoryAccess): MemoryAccess {
  // Of two reads of one moment the whole records decide, so that the order of the logs does not.
  const others = ({ access_count: _, ...record }: MemoryAccess) => JSON.stringify(record);
  const order = Date.parse(a.last_accessed_ts) - Date.parse(b.last_accessed_ts) || compareText(others(a), others(b));
  return { ...(order > 0 ? a : b), access_count: a.access_count + b.access_count };
}
