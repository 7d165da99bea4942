import { NexusError } from "../base/errors.js";
import { compareText } from "../base/finding.js";
import { didYouMean } from "../base/nearest.js";
import type { ReadOnly } from "../content/read/read-only.js";
import type { MemoryAccess } from "../generated/memory-access.js";
import {
  type CompletedCycle,
  type ForgettingSignal,
  type ForgettingThresholds,
  forgettingSignals,
  type MemoryFile,
} from "./forgetting-signals.js";
import { projectPath } from "./project-path.js";

export interface ForgettingPolicy {
  /** Absent: forgetting is off. Given: at least three, and all of them must speak against a file. */
  readonly thresholds?: ForgettingThresholds;
}

export interface ForgettingCandidate {
  readonly path: string;
  /** What speaks against the file: what was found, and the limit. */
  readonly signals: readonly { readonly signal: ForgettingSignal; readonly value: number; readonly limit: number }[];
}

const SIGNALS: readonly ForgettingSignal[] = [
  "minDaysSinceRead",
  "minCyclesSinceRead",
  "maxReads",
  "minDaysSinceChange",
];

const MEMORY = ".nexus/memory/";

/**
 * The memory files that may be forgotten: those that reach every threshold that is set, three at least. Without
 * thresholds nothing is returned: the user has to switch forgetting on. A file is deleted in a commit, from which it
 * can be restored.
 *
 * What is not known never counts against a file: without a record of its reads it is not a candidate, because reads may
 * have gone unrecorded. Files outside `.nexus/memory/` are never returned.
 *
 * @param records see {@link mergeAccessLogs}
 * @param cycles completed cycles, from history.json; needed for `minCyclesSinceRead`
 * @throws NexusError NXC_FORGETTING_POLICY for fewer than three thresholds, an unknown one, or one that is no number
 * from 0
 * @example
 * import { forgettingCandidates } from "nexus-core";
 *
 * const path = ".nexus/memory/external-old-api.md";
 * const records = [{ path, last_accessed_ts: "2026-01-01T00:00:00Z", access_count: 1, last_agent: "lead" }];
 * const files = [{ path, changedAt: "2025-12-01T00:00:00Z" }];
 * const thresholds = { minDaysSinceRead: 90, maxReads: 2, minDaysSinceChange: 90 };
 * forgettingCandidates(records, files, { thresholds }, new Date("2026-05-01")).map((found) => found.path);
 * // => [".nexus/memory/external-old-api.md"]
 * forgettingCandidates(records, files, {}, new Date("2026-05-01"));
 * // => []
 */
export function forgettingCandidates(
  records: readonly ReadOnly<MemoryAccess>[],
  files: readonly MemoryFile[],
  { thresholds }: ForgettingPolicy,
  now: Date,
  cycles: readonly CompletedCycle[] = [],
): readonly ForgettingCandidate[] {
  if (thresholds === undefined) return [];
  const limits = checkedLimits(thresholds);
  const byPath = new Map<string, ReadOnly<MemoryAccess>>();
  for (const record of records) {
    const path = projectPath(record.path);
    if (!byPath.has(path)) byPath.set(path, record);
  }
  return files
    .map((file) => ({ ...file, path: projectPath(file.path) }))
    .filter(({ path }) => path.startsWith(MEMORY))
    .flatMap((file): readonly ForgettingCandidate[] => {
      const record = byPath.get(file.path);
      if (record === undefined) return [];
      const found = forgettingSignals(file, record, now, cycles);
      const signals = limits.map(({ signal, limit }) => ({ signal, value: found[signal] ?? Number.NaN, limit }));
      return signals.every(speaksAgainst) ? [{ path: file.path, signals }] : [];
    })
    .sort((a, b) => compareText(a.path, b.path));
}

/** What is not known is no number, and that reaches no limit. */
function speaksAgainst({ signal, value, limit }: ForgettingCandidate["signals"][number]): boolean {
  return signal === "maxReads" ? value <= limit : value >= limit;
}

function checkedLimits(
  thresholds: ForgettingThresholds,
): readonly { readonly signal: ForgettingSignal; readonly limit: number }[] {
  const refuse = (reason: string) => NexusError.of("NXC_FORGETTING_POLICY", { reason, known: SIGNALS.join(", ") });
  const given = Object.entries(thresholds).filter(([, limit]) => limit !== undefined);
  const limits = given.map(([name, limit]: [string, unknown]) => {
    const signal = SIGNALS.find((known) => known === name);
    if (signal === undefined) throw refuse(`there is no signal "${name}". ${didYouMean(name, SIGNALS)}`.trimEnd());
    if (typeof limit !== "number" || !(limit >= 0)) throw refuse(`${name} is ${String(limit)}, and no number from 0`);
    return { signal, limit };
  });
  if (limits.length < 3) throw refuse(`${limits.length} of at least three signals have a threshold`);
  return limits;
}
