/** What Stryker found, as it is kept beside the reference, and why mutants live, as far as somebody has looked. */

import { createHash } from "node:crypto";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { compileSchemas, placeOf } from "../../src/json-schema.js";
import { parseJson, parseYaml } from "../../src/located-document.js";
import { packageRoot } from "../../src/package-root.js";
import { readText } from "../../src/read-text.js";
import { allFiles, filesOf, type Group } from "./sources.js";

/** A mutant that no case has found. */
export interface Living {
  readonly line: number;
  readonly lastLine: number;
  /** The line of the source in which it begins. */
  readonly code: string;
  /** What stands there, and what the mutant has instead; one line each. */
  readonly original: string;
  readonly replacement: string;
  /** Whether a case came by at all. */
  readonly isCovered: boolean;
}

export interface FileRecord {
  /** SHA-256 of the source that was changed. */
  readonly source: string;
  readonly killed: number;
  /** Mutants that never came to an end, and count as found. */
  readonly timeout: number;
  /** Mutants that could not be judged; they count neither way. */
  readonly invalid: number;
  readonly living: readonly Living[];
}

export interface StrykerRecord {
  /** The version that made the mutants: another one makes others. */
  readonly stryker: string;
  /** By path from the root of the repository. */
  readonly files: Readonly<Record<string, FileRecord>>;
}

/** Why a mutant lives, or several that are alike. */
export interface Reason {
  readonly why: Why;
  readonly reason: string;
  readonly mutants: readonly (Pick<Living, "code" | "original" | "replacement"> & { readonly file: string })[];
}

/**
 * equivalent: nobody could tell it from the reference. free: the contract leaves this open. process: only a crash, a
 * second process or another system can show it. gap: a case could show it, and none does.
 */
export type Why = "equivalent" | "free" | "process" | "gap";

const FOLDER = "packages/harness/stryker";
const RECORD = `${FOLDER}/results.json`;
const REASONS = `${FOLDER}/reasons.yml`;

/** @returns nothing found where nothing was kept yet */
export function readRecord(): StrykerRecord {
  const path = join(packageRoot, RECORD);
  return existsSync(path)
    ? (JSON.parse(readText(path, "results", RECORD)) as StrykerRecord)
    : { stryker: "", files: {} };
}

/** Puts new results in the place of older ones of the same file, and drops files that are in no group any more. */
export function writeRecord({ stryker, files }: StrykerRecord): void {
  const known = { ...readRecord().files, ...files };
  const entries = allFiles().flatMap((file) => {
    const record = known[file];
    return record === undefined ? [] : [[file, record] as const];
  });
  const record: StrykerRecord = { stryker, files: Object.fromEntries(entries) };
  writeFileSync(join(packageRoot, RECORD), `${JSON.stringify(record, null, 2)}\n`);
}

/** Of a file as it is now. */
export function hashOf(file: string): string {
  return createHash("sha256")
    .update(readText(join(packageRoot, file), "source", file))
    .digest("hex");
}

/** The files that have changed since they were judged, or never were. */
export function staleFiles({ files }: StrykerRecord): readonly string[] {
  return allFiles().filter((file) => files[file]?.source !== hashOf(file));
}

/**
 * What is kept of a file when its living mutants were tried again: those that are found now are counted, and leave.
 * @param again of some lines of the same source, these mutants among them
 */
export function withoutFound(kept: FileRecord, again: FileRecord): FileRecord {
  const living = kept.living.filter((mutant) => again.living.some((other) => isSame(mutant, other)));
  return { ...kept, killed: kept.killed + kept.living.length - living.length, living };
}

/** What a group, or any list of files, comes to. */
export interface StrykerScore {
  readonly killed: number;
  readonly timeout: number;
  readonly survived: number;
  readonly uncovered: number;
  readonly invalid: number;
  /** Found, of those that could be judged, from 0 to 1. What is argued to be equivalent counts as not found. */
  readonly share: number;
}

export function strykerScore({ files }: StrykerRecord, names: readonly string[]): StrykerScore {
  const records = names.flatMap((name) => files[name] ?? []);
  const sum = (of: (record: FileRecord) => number) => records.reduce((total, record) => total + of(record), 0);
  const [killed, timeout] = [sum((record) => record.killed), sum((record) => record.timeout)];
  const living = records.flatMap((record) => record.living);
  const judged = killed + timeout + living.length;
  return {
    killed,
    timeout,
    survived: living.filter(({ isCovered }) => isCovered).length,
    uncovered: living.filter(({ isCovered }) => !isCovered).length,
    invalid: sum((record) => record.invalid),
    share: judged === 0 ? 0 : (killed + timeout) / judged,
  };
}

export function groupScore(record: StrykerRecord, group: Group): StrykerScore {
  return strykerScore(record, filesOf(group));
}

/** @throws Error with file and line for an entry that is malformed */
export function readReasons(): readonly Reason[] {
  const document = parseYaml(readText(join(packageRoot, REASONS), "reasons", REASONS), REASONS);
  const schema = join(packageRoot, "scripts/stryker/reasons.schema.json");
  const check = compileSchemas([parseJson(readText(schema, "schema"), schema).value as object])("reasons.schema.json");
  const [issue] = check(document.value);
  if (issue !== undefined) {
    const pointer = placeOf(issue);
    throw new Error(`${REASONS}:${document.at(pointer).line}#${pointer}: ${issue.message}`);
  }
  return document.value as readonly Reason[];
}

/** Undefined where nobody has looked into it yet. */
export function reasonFor(reasons: readonly Reason[], file: string, mutant: Living): Reason | undefined {
  return reasons.find(({ mutants }) => mutants.some((named) => named.file === file && isSame(named, mutant)));
}

/** Reasons for mutants that do not live, or no longer. */
export function idleReasons(reasons: readonly Reason[], { files }: StrykerRecord): readonly string[] {
  return reasons.flatMap(({ mutants }) =>
    mutants
      .filter((named) => files[named.file]?.living.some((mutant) => isSame(named, mutant)) !== true)
      .map(({ file, code, replacement }) => `${file}: ${code} -> ${replacement}`),
  );
}

type Change = Pick<Living, "code" | "original" | "replacement">;

function isSame(a: Change, b: Change): boolean {
  return a.code === b.code && a.original === b.original && a.replacement === b.replacement;
}
