/** The readings of the bodies are whole, and docs/content-quality.md says what they came to. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  anchorScores,
  bodyOf,
  CRITERIA_OF_ONE,
  mean,
  median,
  readAnchors,
  readReadings,
  readSetReadings,
  readSideBySide,
  scoresByReader,
  total,
} from "../scripts/quality-readings.js";
import { hashBody } from "../src/content/hash-text.js";
import { loadManifest } from "../src/content/load-manifest.js";
import { packageRoot } from "../src/package-root.js";

const { agents, skills } = loadManifest();
const ids = [...agents, ...skills].map(({ id }) => id).sort();
const readings = readReadings();

test("two readers have read all bodies", () => {
  expect(new Set(readings.map(({ reader }) => reader)).size).toBe(2);
  expect(readings).toHaveLength(2);
  for (const { bodies } of readings) expect(Object.keys(bodies).sort()).toEqual(ids);
});

test.each(readings)("reader $reader gives every score, and quotes for each 0 and each 3", ({ bodies }) => {
  for (const [body, { scores, quotes, lacks }] of Object.entries(bodies)) {
    expectScores(body, scores, quotes);
    for (const [id, score] of Object.entries(scores))
      if (score < 3) expect(lacks.join("\n"), `${body} ${id}`).toContain(`${id}:`);
  }
});

test("two readers have scored three files of each anchor, and each anchor for R13, by the same measure", () => {
  expect(readAnchors()).toHaveLength(2);
  const columns = Object.keys(anchorScores());
  expect(columns).toEqual(["E", "F", "G", "H"]);
  for (const { reader, anchors, anchor_sets } of readAnchors()) {
    expect(columns.map((letter) => anchors.filter(({ column }) => column === letter).length)).toEqual([3, 3, 3, 3]);
    for (const { what, commit, scores, quotes } of anchors) {
      expectScores(what, scores, quotes);
      expect(commit, what).toMatch(/^[0-9a-f]{40}$/);
    }
    expect(Object.keys(anchor_sets).sort(), reader).toEqual(columns);
    for (const { R13, why } of Object.values(anchor_sets)) {
      expect([0, 1, 2, 3], reader).toContain(R13);
      expect(why.length, reader).toBeGreaterThan(10);
    }
  }
});

test("two readers a round have read the set, and whoever gives less than 3 says for what", () => {
  const rounds = readSetReadings();
  for (const [index, { round, reader, content, score, counted }] of rounds.entries()) {
    const other = rounds[index % 2 === 0 ? index + 1 : index - 1];
    expect(other, reader).toMatchObject({ round, content });
    expect(other?.reader).not.toBe(reader);
    expect(counted.length > 0, reader).toBe(score < 3);
  }
  for (const { reader, quotes } of rounds.slice(-2)) expect(quotes?.length, reader).toBeGreaterThan(1);
});

test("each pair of texts had two readers, and what they held against ours is told", () => {
  for (const { ours, commit, readings: given, against_ours } of readSideBySide()) {
    expect(ids, ours).toContain(ours);
    expect(commit, ours).toMatch(/^[0-9a-f]{40}$/);
    expect(given, ours).toHaveLength(2);
    for (const { preferred } of given) expect(["ours", "theirs"], ours).toContain(preferred);
    expect(against_ours.length, ours).toBeGreaterThan(0);
  }
});

test("the bodies are as good as a set has to be that ships", () => {
  for (const scores of scoresByReader()) {
    for (const [body, each] of Object.entries(scores)) {
      expect(Math.min(...Object.values(each)), body).toBeGreaterThanOrEqual(2);
      for (const id of ["R1", "R2", "R6", "R11", "R13"]) expect(each[id], `${body} ${id}`).toBe(3);
    }
    expect(mean(Object.values(scores).map(total))).toBeGreaterThanOrEqual(40);
  }
});

// Whoever mends a body looks at its scores again: each quotation that went with the old words is taken anew, or the score.
test.each(readings)(
  "what reader $reader quotes stands in the bodies of today, or what stands for it does",
  ({ bodies }) => {
    const scenarios = plain(readFileSync(join(packageRoot, "docs/scenarios.md"), "utf8"));
    for (const [body, { hash, quotes, since = {} }] of Object.entries(bodies)) {
      const text = plain(bodyOf(body));
      const gone = Object.entries({ ...quotes, ...since })
        .filter(([id, words]) => !(id === "R14" ? scenarios : text).includes(plain(words)))
        .map(([id]) => id);
      expect(gone, body).toEqual([]);
      if (hashBody(bodyOf(body)) === hash) expect(since, body).toEqual({});
    }
  },
);

test("a median of an even number lies between its middle two", () => {
  expect([median([3]), median([2, 0]), median([3, 0, 1]), median([3, 0, 1, 2])]).toEqual([3, 1, 1, 1.5]);
});

function expectScores(
  what: string,
  scores: Readonly<Record<string, number>>,
  quotes: Readonly<Record<string, string>>,
): void {
  expect(Object.keys(scores), what).toEqual(CRITERIA_OF_ONE);
  for (const [id, score] of Object.entries(scores)) {
    expect([0, 1, 2, 3], `${what} ${id}`).toContain(score);
    if (score === 0 || score === 3) expect(quotes[id]?.length, `${what} ${id}`).toBeGreaterThan(2);
  }
}

function plain(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}
