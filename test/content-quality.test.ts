/** The readings of the bodies are whole, and docs/content-quality.md says what they came to. */

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { CRITERIA, mean, readReadings, readSetReadings, scoresByReader, total } from "../scripts/quality-tables.js";
import { loadManifest } from "../src/content/load-manifest.js";
import { packageRoot } from "../src/package-root.js";

const { agents, skills, content_hash: now } = loadManifest();
const ids = [...agents, ...skills].map(({ id }) => id).sort();
const readings = readReadings();
const ALONE = Object.keys(CRITERIA).filter((id) => id !== "R13");

test("two readers have read all bodies", () => {
  expect(readings.map(({ reader }) => reader)).toEqual(["A", "B"]);
  for (const { bodies } of readings) expect(Object.keys(bodies).sort()).toEqual(ids);
});

test.each(readings)("reader $reader gives every score, and quotes for each 0 and each 3", ({ bodies }) => {
  for (const [body, { scores, quotes, lacks }] of Object.entries(bodies)) {
    expect(Object.keys(scores), body).toEqual(ALONE);
    for (const [id, score] of Object.entries(scores)) {
      expect([0, 1, 2, 3], `${body} ${id}`).toContain(score);
      if (score === 0 || score === 3) expect(quotes[id]?.length, `${body} ${id}`).toBeGreaterThan(2);
      if (score < 3)
        expect(
          lacks.some((line) => line.startsWith(`${id}:`)),
          `${body} ${id}`,
        ).toBe(true);
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

test.each(readings)(
  "what reader $reader quotes stands in the body, as long as that is the content that was read",
  ({ bodies, content }) => {
    const gone = Object.entries(bodies).flatMap(([body, { quotes }]) => {
      const text = plain(readFileSync(fileOf(body), "utf8"));
      return Object.entries(quotes)
        .filter(([id, words]) => id !== "R14" && !text.includes(plain(words)))
        .map(([id]) => `${body} ${id}`);
    });
    // A body that was mended since has lost some of them; the page says that it was not read again.
    if (content === now) expect(gone).toEqual([]);
    expect(gone.length).toBeLessThan(40);
  },
);

function fileOf(id: string): string {
  const file = join(packageRoot, "agents", id, "body.md");
  return existsSync(file) ? file : join(packageRoot, "skills", id, "body.md");
}

function plain(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}
