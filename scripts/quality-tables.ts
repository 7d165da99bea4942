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
  readonly set: { readonly R13: { readonly score: number; readonly why: string; readonly contradictions: string[] } };
}

export interface BodyReading {
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
    .filter((name) => name.endsWith(".yml"))
    .sort()
    .map((name) => load(readFileSync(join(FOLDER, name), "utf8")) as Reading);
}

export const QUALITY_TABLES: Readonly<Record<string, () => string>> = {
  "quality scores": () => {
    const readings = readReadings();
    const bodies = Object.keys(readings[0]?.bodies ?? {});
    const of = (body: string, ask: (scores: Scores) => number) =>
      readings.map((reading) => ask(reading.bodies[body]?.scores ?? {})).join(" / ");
    const means = readings.map((reading) => mean(Object.values(reading.bodies).map(({ scores }) => total(scores))));
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
    readReadings()
      .flatMap(({ reader, set }) => [
        `Reader ${reader}, R13 ${set.R13.score}: ${set.R13.why}`,
        ...set.R13.contradictions.map((each) => `- ${each}`),
        "",
      ])
      .join("\n"),
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

function total(scores: Scores): number {
  return Object.values(scores).reduce((sum, score) => sum + score, 0);
}

function mean(values: readonly number[]): string {
  return (values.reduce((sum, value) => sum + value, 0) / values.length).toFixed(1);
}
