import type { ReadOnly } from "../content/read/read-only.js";
import type { MemoryAccess } from "../generated/memory-access.js";

/** Limits at which a signal speaks against a file. A signal without a limit is not looked at. */
export interface ForgettingThresholds {
  /** Days since the file was last read, at least. */
  readonly minDaysSinceRead?: number;
  /** Cycles completed since the file was last read, at least. */
  readonly minCyclesSinceRead?: number;
  /** Reads so far, at most. */
  readonly maxReads?: number;
  /** Days since the file was last changed, at least. */
  readonly minDaysSinceChange?: number;
}

export type ForgettingSignal = keyof ForgettingThresholds;

export interface MemoryFile {
  /** From the project root. */
  readonly path: string;
  /** ISO 8601 time of the last change. Absent: not known. */
  readonly changedAt?: string;
}

/** What is used of a cycle of history. An older cycle may not tell its end, and then counts for nothing. */
export interface CompletedCycle {
  readonly completed_at?: string;
}

const DAY_MS = 86_400_000;

/**
 * What is known of a memory file, under the names of the signals for forgetting it: days since it was read and
 * changed, with fractions, cycles completed since it was read, and reads. What is not known is absent, and must not be
 * taken for zero.
 *
 * @param record see {@link mergeAccessLogs}; undefined where no read is known
 * @param cycles completed cycles, from history.json
 * @example
 * import { forgettingSignals } from "nexus-core";
 *
 * const path = ".nexus/memory/external-old-api.md";
 * const record = { path, last_accessed_ts: "2026-01-01T00:00:00Z", access_count: 2, last_agent: "lead" };
 * const cycles = [{ completed_at: "2025-12-24T00:00:00Z" }, { completed_at: "2026-01-10T00:00:00Z" }];
 * const file = { path, changedAt: "2025-12-01T00:00:00Z" };
 * forgettingSignals(file, record, new Date("2026-01-31"), cycles);
 * // => { minDaysSinceRead: 30, minCyclesSinceRead: 1, maxReads: 2, minDaysSinceChange: 61 }
 * forgettingSignals(file, undefined, new Date("2026-01-31"), cycles);
 * // => { minDaysSinceChange: 61 }
 */
export function forgettingSignals(
  { changedAt = "" }: MemoryFile,
  record: ReadOnly<MemoryAccess> | undefined,
  now: Date,
  cycles: readonly CompletedCycle[] = [],
): Readonly<Partial<Record<ForgettingSignal, number>>> {
  const lastRead = Date.parse(record?.last_accessed_ts ?? "");
  const isRead = !Number.isNaN(lastRead);
  const lastChange = Date.parse(changedAt);
  return {
    ...(isRead ? { minDaysSinceRead: daysBetween(lastRead, now) } : {}),
    ...(isRead ? { minCyclesSinceRead: endsOf(cycles).filter((end) => end > lastRead).length } : {}),
    ...(record === undefined ? {} : { maxReads: record.access_count }),
    ...(Number.isNaN(lastChange) ? {} : { minDaysSinceChange: daysBetween(lastChange, now) }),
  };
}

const known = new WeakMap<readonly object[], Float64Array>();

/** When each cycle was completed. The same cycles are asked for with every file, and dates take long to read. */
function endsOf(cycles: readonly CompletedCycle[]): Float64Array {
  const found = known.get(cycles);
  // A list may have grown since.
  if (found?.length === cycles.length) return found;
  const ends = Float64Array.from(cycles, ({ completed_at = "" }) => Date.parse(completed_at));
  known.set(cycles, ends);
  return ends;
}

function daysBetween(then: number, now: Date): number {
  return (now.getTime() - then) / DAY_MS;
}
