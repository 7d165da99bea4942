/** Readings of the bodies by the rubric: data of `test/content-quality`, and what they come to. */

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { load } from "js-yaml";
import { packageRoot } from "../src/package-root.js";

export const CRITERIA: Readonly<Record<string, string>> = {
  R1: "neutrality",
  R2: "operations and macros",
  R3: "role boundary",
  R4: "decision rights",
  R5: "procedure",
  R6: "output contract",
  R7: "stop and ask",
  R8: "evidence",
  R9: "failure and loops",
  R10: "hand-offs",
  R11: "injection hygiene",
  R12: "token economy",
  R13: "consistency of the set",
  R14: "testability",
  R15: "craft",
};

/** All but the criterion that is scored for a whole set. */
export const CRITERIA_OF_ONE = Object.keys(CRITERIA).filter((id) => id !== "R13");

/** Points by criterion, each 0 to 3. */
export type Scores = Readonly<Record<string, number>>;
/** Literal words by criterion. */
export type Quotes = Readonly<Record<string, string>>;

export interface Reading {
  readonly reader: string;
  /** The content hash of the manifest that was read. */
  readonly content: string;
  readonly bodies: Readonly<Record<string, BodyReading>>;
}

/** A reader's scores of the collections that ours are compared with. */
export interface AnchorsReading {
  readonly reader: string;
  readonly anchors: readonly AnchorReading[];
  /** R13 of each collection, from the units that were read. */
  readonly anchor_sets: Readonly<Record<string, { readonly R13: number; readonly why: string }>>;
}

export interface BodyReading {
  /** Who scored this body, where it was mended after the reader of the rest had read it. */
  readonly by?: string;
  /** Hash of the body that was read. */
  readonly hash: string;
  /** All criteria but R13. */
  readonly scores: Scores;
  /** Words of the body for each 0 and each 3; for R14 words of docs/scenarios.md. */
  readonly quotes: Quotes;
  /** Words that stand where a quotation stood before the body was mended. */
  readonly since?: Quotes;
  /** Why a score is below 3. */
  readonly lacks: readonly string[];
}

/** One file of a collection that ours are compared with. */
export interface AnchorReading {
  /** Letter of the collection. */
  readonly column: string;
  /** Repository and path. */
  readonly what: string;
  readonly commit: string;
  readonly scores: Scores;
  /** As for a body; where a 0 means that nothing is said, what was searched for. */
  readonly quotes: Quotes;
}

/** A reading of the whole set for R13, which is scored once and copied to each body. */
export interface SetReading {
  readonly round: number;
  readonly reader: string;
  /** The content hash of the manifest that was read. */
  readonly content: string;
  readonly score: number;
  /** Words that carry the score; the first ten rounds kept none. */
  readonly quotes?: readonly string[];
  /** What stands between this score and 3. */
  readonly counted: readonly string[];
}

/** One of our bodies beside a public text, both without names. */
export interface SideBySide {
  readonly ours: string;
  /** Repository and path. */
  readonly theirs: string;
  readonly commit: string;
  readonly readings: readonly {
    readonly preferred: "ours" | "theirs";
    /** 1 to 5. */
    readonly sure: number;
    /** Points of 39: thirteen criteria, without R13 and R14. */
    readonly ours: number;
    readonly theirs: number;
  }[];
  /** What the readers held against ours. */
  readonly against_ours: readonly string[];
}

const FOLDER = join(packageRoot, "test/content-quality");

/** The readings of our bodies that are kept beside the tests, by reader. */
export function readReadings(): readonly Reading[] {
  return filesOf("reader-") as Reading[];
}

/** The readings of the anchors, by reader. */
export function readAnchors(): readonly AnchorsReading[] {
  return filesOf("anchors-") as AnchorsReading[];
}

function filesOf(prefix: string): readonly unknown[] {
  return readdirSync(FOLDER)
    .filter((name) => name.startsWith(prefix))
    .sort()
    .map((name) => load(readFileSync(join(FOLDER, name), "utf8")));
}

/** The readings of the set, oldest first, two a round. */
export function readSetReadings(): readonly SetReading[] {
  return load(readFileSync(join(FOLDER, "set.yml"), "utf8")) as SetReading[];
}

export function readSideBySide(): readonly SideBySide[] {
  return load(readFileSync(join(FOLDER, "side-by-side.yml"), "utf8")) as SideBySide[];
}

/** The text of an agent's or a skill's body. */
export function bodyOf(id: string): string {
  const file = join(packageRoot, "agents", id, "body.md");
  return readFileSync(existsSync(file) ? file : join(packageRoot, "skills", id, "body.md"), "utf8");
}

/** What each reader's scores come to: the first takes R13 from the first of the last two readings of the set, and so on. */
export function scoresByReader(): readonly Readonly<Record<string, Scores>>[] {
  const last = readSetReadings().slice(-2);
  return readReadings().map(({ bodies }, index) =>
    Object.fromEntries(
      Object.entries(bodies).map(([body, { scores }]) => [body, { ...scores, R13: last[index]?.score ?? 0 }]),
    ),
  );
}

/** The scores of each collection, by its letter: of both readers the median over its units, R13 as it was given. */
export function anchorScores(): Readonly<Record<string, Scores>> {
  const readings = readAnchors();
  const units = readings.flatMap(({ anchors }) => anchors);
  const columns = [...new Set(units.map(({ column }) => column))].sort();
  return Object.fromEntries(
    columns.map((letter) => {
      const own = units.filter(({ column }) => column === letter);
      const given = readings.map(({ anchor_sets }) => anchor_sets[letter]?.R13 ?? 0);
      const scores = Object.keys(CRITERIA).map((id) => [
        id,
        id === "R13" ? median(given) : median(own.map((unit) => unit.scores[id] ?? 0)),
      ]);
      return [letter, Object.fromEntries(scores)];
    }),
  );
}

/** Of 45 points with R13, of 42 without. */
export function total(scores: Scores): number {
  return Object.values(scores).reduce((sum, score) => sum + score, 0);
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The middle value; of an even number the mean of the middle two. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = sorted.length / 2;
  return mean(sorted.slice(Math.ceil(middle) - 1, Math.floor(middle) + 1));
}
