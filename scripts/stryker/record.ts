/** The results of the last runs of Stryker, and the reasons why mutants survive. */

import { existsSync } from "node:fs";
import { join } from "node:path";
import { compileSchemas, placeOf } from "../../src/base/json-schema.js";
import { parseJson, parseYaml } from "../../src/base/located-document.js";
import { packageRoot } from "../../src/base/package-root.js";
import { readText } from "../../src/base/read-text.js";
import { type Reference, sourcesOf } from "../mutation/references.js";
import { keep, readKept } from "../proof/folder.js";
import { digestOf } from "../proof/proof-inputs.js";

/** A change that Stryker makes. */
export interface Change {
  readonly line: number;
  /** The first line that it changes. */
  readonly code: string;
  /** The original code and the changed code, each on one line. */
  readonly original: string;
  readonly replacement: string;
}

/** A mutant that no case found. */
export interface Living extends Change {
  /** Whether any case runs the code. */
  readonly isCovered: boolean;
}

export interface FileRecord {
  /** SHA-256 of the original source. */
  readonly source: string;
  /** Mutants that hang, or cannot be loaded, count as found. */
  readonly found: number;
  /** Mutants that are no program. They count neither as found nor as missed. */
  readonly invalid: number;
  readonly living: readonly Living[];
}

/** By path from the root of the repository. */
export type StrykerRecord = Readonly<Record<string, FileRecord>>;

/** Why a mutant, or several similar ones, survive. */
export interface Reason {
  readonly why: Why;
  readonly reason: string;
  readonly mutants: readonly Omit<Change, "line">[];
}

/**
 * equivalent: it behaves like the reference. free: the contract leaves this open. process: it shows only in a
 * crash, with a second process or on another system. gap: a case could find it, but none does.
 */
export type Why = "equivalent" | "free" | "process" | "gap";

/** Reasons of mutants that change nothing that a requirement fixes. */
const UNFIXED: readonly (Why | undefined)[] = ["equivalent", "free"];

/** The results of the last campaign, for sources that have not changed since. */
export function readRecord(contract: string): StrykerRecord {
  const kept = (readKept(nameOf(contract)) ?? {}) as StrykerRecord;
  return Object.fromEntries(Object.entries(kept).filter(([file, { source }]) => digestIfThere(file) === source));
}

export function writeRecord(contract: string, files: StrykerRecord): void {
  keep(nameOf(contract), files);
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

/** The score of a list of files. */
export interface StrykerScore {
  /** Mutants that could be judged. */
  readonly mutants: number;
  readonly found: number;
  readonly uncovered: number;
  /** From 0 to 1. Mutants with a reason still count as not found. */
  readonly share: number;
}

export function strykerScore(record: StrykerRecord, names: readonly string[]): StrykerScore {
  const records = names.flatMap((name) => record[name] ?? []);
  const found = records.reduce((sum, each) => sum + each.found, 0);
  const living = records.flatMap((each) => each.living);
  const mutants = found + living.length;
  const uncovered = living.filter(({ isCovered }) => !isCovered).length;
  return { mutants, found, uncovered, share: mutants === 0 ? 0 : found / mutants };
}

/** What Stryker changes and a requirement fixes. Undefined until all sources were judged. */
export function strykerRecall(record: StrykerRecord, reference: Pick<Reference, "folder" | "stryker">) {
  const files = sourcesOf(reference);
  if (files.some((file) => record[file] === undefined)) return undefined;
  const reasons = readReasons(reference);
  const { mutants, found } = strykerScore(record, files);
  const living = files.flatMap((file) => record[file]?.living ?? []);
  const excluded = living.filter((each) => UNFIXED.includes(reasonFor(reasons, each)?.why)).length;
  return { total: mutants - excluded, found, excluded };
}

/** @throws Error with file and line for a malformed entry */
export function readReasons({ folder }: Pick<Reference, "folder">): readonly Reason[] {
  const file = `${folder}/stryker/reasons.yml`;
  const path = join(packageRoot, file);
  if (!existsSync(path)) return [];
  const document = parseYaml(readText(path, "reasons", file), file);
  const schema = join(packageRoot, "scripts/stryker/reasons.schema.json");
  const check = compileSchemas([parseJson(readText(schema, "schema"), schema).value as object])("reasons.schema.json");
  const [issue] = check(document.value);
  if (issue !== undefined) {
    const pointer = placeOf(issue);
    throw new Error(`${file}:${document.at(pointer).line}#${pointer}: ${issue.message}`);
  }
  return document.value as readonly Reason[];
}

/** Undefined for a mutant without a reason. */
export function reasonFor(reasons: readonly Reason[], mutant: Omit<Change, "line">): Reason | undefined {
  return reasons.find(({ mutants }) =>
    mutants.some(
      ({ code, original, replacement }) =>
        code === mutant.code && original === mutant.original && replacement === mutant.replacement,
    ),
  );
}
