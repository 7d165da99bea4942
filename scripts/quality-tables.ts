/** Readings of the bodies by the rubric, as tables. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { load } from "js-yaml";
import { packageRoot } from "../src/package-root.js";
import { table } from "./markdown-table.js";

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

type Scores = Readonly<Record<string, number>>;

export interface Reading {
  readonly reader: string;
  /** The content hash of the manifest that was read. */
  readonly content: string;
  readonly calibration: readonly { readonly what: string; readonly commit: string; readonly scores: Scores }[];
  readonly bodies: Readonly<Record<string, BodyReading>>;
}

/** A reading of the whole set for R13, which is scored once and copied to each body. */
export interface SetReading {
  readonly round: number;
  readonly reader: string;
  /** The content hash of the manifest that was read. */
  readonly content: string;
  readonly score: number;
  /** What stands between this score and 3. */
  readonly counted: readonly string[];
}

export interface BodyReading {
  /** All criteria but R13. */
  readonly scores: Scores;
  /** Words of the body for each 0 and each 3; for R14 the scenarios. */
  readonly quotes: Readonly<Record<string, string>>;
  /** Why a score is below 3. */
  readonly lacks: readonly string[];
}

const FOLDER = join(packageRoot, "test/content-quality");

/** The readings that are kept beside the tests, by reader. */
export function readReadings(): readonly Reading[] {
  return readdirSync(FOLDER)
    .filter((name) => name.startsWith("reader-"))
    .sort()
    .map((name) => load(readFileSync(join(FOLDER, name), "utf8")) as Reading);
}

/** The readings of the set, oldest first, two a round. */
export function readSetReadings(): readonly SetReading[] {
  return load(readFileSync(join(FOLDER, "set.yml"), "utf8")) as SetReading[];
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

export const QUALITY_TABLES: Readonly<Record<string, () => string>> = {
  "quality scores": () => {
    const readers = scoresByReader();
    const bodies = Object.keys(readers[0] ?? {});
    const of = (body: string, ask: (scores: Scores) => number) =>
      readers.map((scores) => ask(scores[body] ?? {})).join(" / ");
    const means = readers.map((scores) => mean(Object.values(scores).map(total)).toFixed(1));
    return table(
      ["body", ...Object.keys(CRITERIA), "of 45"],
      [
        ...bodies.map((body) => [
          `\`${body}\``,
          ...Object.keys(CRITERIA).map((id) => of(body, (scores) => scores[id] ?? 0)),
          of(body, total),
        ]),
        ["mean", ...Object.keys(CRITERIA).map(() => ""), means.join(" / ")],
      ],
    );
  },
  "quality lacks": () =>
    table(
      ["body", "reader", "what is missing"],
      readReadings().flatMap(({ reader, bodies }) =>
        Object.entries(bodies).map(([body, { lacks }]) => [`\`${body}\``, reader, lacks.join(" · ")]),
      ),
    ),
  "quality quotations": () =>
    table(
      ["body", "reader", "quotations"],
      readReadings().flatMap(({ reader, bodies }) =>
        Object.entries(bodies).map(([body, { quotes }]) => [
          `\`${body}\``,
          reader,
          Object.entries(quotes)
            .map(([id, words]) => `${id}: ${words}`)
            .join(" · "),
        ]),
      ),
    ),
  "quality set": () =>
    table(
      ["round", "reader", "R13", "what was counted, and then mended"],
      readSetReadings().map(({ round, reader, score, counted }) => [
        String(round),
        reader,
        String(score),
        counted.length === 0 ? "nothing" : counted.join(" · "),
      ]),
    ),
  "quality calibration": () =>
    table(
      ["anchor", "reader", ...Object.keys(CRITERIA).filter((id) => id !== "R13"), "of 42"],
      readReadings().flatMap(({ reader, calibration }) =>
        calibration.map(({ what, scores }) => [
          what,
          reader,
          ...Object.keys(CRITERIA)
            .filter((id) => id !== "R13")
            .map((id) => String(scores[id] ?? "")),
          String(total(scores)),
        ]),
      ),
    ),
};

/** Of 45 points with R13, of 42 without. */
export function total(scores: Scores): number {
  return Object.values(scores).reduce((sum, score) => sum + score, 0);
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
