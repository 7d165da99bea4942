/** The readings of the bodies are whole, and docs/content-quality.md says what they came to. */

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { CRITERIA, readReadings } from "../scripts/quality-tables.js";
import { loadManifest } from "../src/content/load-manifest.js";
import { packageRoot } from "../src/package-root.js";

const { agents, skills, content_hash: now } = loadManifest();
const ids = [...agents, ...skills].map(({ id }) => id).sort();
const readings = readReadings();

test("two readers have read all bodies", () => {
  expect(readings.map(({ reader }) => reader)).toEqual(["A", "B"]);
  for (const { bodies } of readings) expect(Object.keys(bodies).sort()).toEqual(ids);
});

test.each(readings)("reader $reader gives every score, and quotes for each 0 and each 3", ({ bodies, set }) => {
  for (const [body, { scores, quotes, lacks }] of Object.entries(bodies)) {
    expect(Object.keys(scores), body).toEqual(Object.keys(CRITERIA));
    for (const [id, score] of Object.entries(scores)) {
      expect([0, 1, 2, 3], `${body} ${id}`).toContain(score);
      if (score === 0 || score === 3) expect(quotes[id]?.length, `${body} ${id}`).toBeGreaterThan(2);
      if (score < 3 && id !== "R13")
        expect(
          lacks.some((line) => line.startsWith(`${id}:`)),
          `${body} ${id}`,
        ).toBe(true);
    }
    expect(scores["R13"], body).toBe(set.R13.score);
  }
});

test.each(readings)(
  "what reader $reader quotes stands in the body, as long as that is the content that was read",
  ({ bodies, content }) => {
    const gone = Object.entries(bodies).flatMap(([body, { quotes }]) => {
      const text = plain(readFileSync(fileOf(body), "utf8"));
      return Object.entries(quotes)
        .filter(([id, words]) => !["R13", "R14"].includes(id) && !text.includes(plain(words)))
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
