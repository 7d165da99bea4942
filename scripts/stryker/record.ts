/** What Stryker has found, as its last runs have left it, and why mutants live, as far as somebody has looked. */

import { join } from "node:path";
import { compileSchemas, placeOf } from "../../src/base/json-schema.js";
import { parseJson, parseYaml } from "../../src/base/located-document.js";
import { packageRoot } from "../../src/base/package-root.js";
import { readText } from "../../src/base/read-text.js";
import { keep, readKept } from "../proof/folder.js";
import { digestOf } from "../proof/judged.js";
import { filesOf, type Group } from "./sources.js";

/** What Stryker has put in the place of something. */
export interface Change {
  readonly line: number;
  /** The line of the source in which it begins. */
  readonly code: string;
  /** What is there, and what the mutant has instead; one line each. */
  readonly original: string;
  readonly replacement: string;
}

/** A mutant that no case has found. */
export interface Living extends Change {
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
  readonly found: readonly (Change & { readonly killers: readonly string[] })[];
}

/** By path from the root of the repository. */
export type StrykerRecord = Readonly<Record<string, FileRecord>>;

/** Why a mutant lives, or several that are alike. */
export interface Reason {
  readonly why: Why;
  readonly reason: string;
  readonly mutants: readonly Omit<Change, "line">[];
}

/**
 * equivalent: nobody could tell it from the reference. free: the contract leaves this open. process: only a crash, a
 * second process or another system can show it. gap: a case could show it, and none does.
 */
export type Why = "equivalent" | "free" | "process" | "gap";

const REASONS = "packages/harness/stryker/reasons.yml";

/** What the last runs have found of sources that have not changed since. */
export function readRecord(contract: string): StrykerRecord {
  const kept = (readKept(nameOf(contract)) ?? {}) as StrykerRecord;
  return Object.fromEntries(Object.entries(kept).filter(([file, { source }]) => digestIfThere(file) === source));
}

/** Puts new results in the place of older ones of the same file. */
export function writeRecord(contract: string, files: StrykerRecord): void {
  keep(nameOf(contract), { ...readRecord(contract), ...files });
}

function nameOf(contract: string): string {
  return `stryker-${contract}.json`;
}

function digestIfThere(file: string): string | undefined {
  try {
    return digestOf(file);
  } catch {
    return undefined;
  }
}

/** What a group, or any list of files, comes to. */
export interface StrykerScore {
  /** Mutants that could be judged. */
  readonly mutants: number;
  readonly found: number;
  readonly uncovered: number;
  /** From 0 to 1. What is argued to be equivalent counts as not found. */
  readonly share: number;
}

export function strykerScore(record: StrykerRecord, names: readonly string[]): StrykerScore {
  const records = names.flatMap((name) => record[name] ?? []);
  const found = records.reduce((sum, { killed, timeout }) => sum + killed + timeout, 0);
  const living = records.flatMap((each) => each.living);
  const mutants = found + living.length;
  const uncovered = living.filter(({ isCovered }) => !isCovered).length;
  return { mutants, found, uncovered, share: mutants === 0 ? 0 : found / mutants };
}

/** Nothing where a file of the group has not been judged as it is now. */
export function groupScore(record: StrykerRecord, group: Group): StrykerScore | undefined {
  const files = filesOf(group);
  return files.every((file) => record[file] !== undefined) ? strykerScore(record, files) : undefined;
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
export function reasonFor(reasons: readonly Reason[], mutant: Omit<Change, "line">): Reason | undefined {
  return reasons.find(({ mutants }) =>
    mutants.some(
      ({ code, original, replacement }) =>
        code === mutant.code && original === mutant.original && replacement === mutant.replacement,
    ),
  );
}
