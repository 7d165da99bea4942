/** The scores from the results of Stryker, and the reasons why mutants survive. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import fg from "fast-glob";
import { expect, test } from "vitest";
import { findReferences, sourcesOf } from "../../scripts/mutation/references.js";
import { runWords } from "../../scripts/run-script.js";
import { isDrawn, shown } from "../../scripts/stryker/changes.js";
import { command } from "../../scripts/stryker/main.js";
import { readReasons, reasonFor, strykerRecall, strykerScore } from "../../scripts/stryker/record.js";
import { packageRoot } from "../../src/base/package-root.js";

const references = [...findReferences().values()];

const living = { line: 3, code: "if (a) return b;", original: "a", replacement: "true", isCovered: true };
const file = {
  source: "",
  found: 6,
  invalid: 7,
  living: [living, { ...living, isCovered: false }],
};

test("a score counts uncovered mutants as not found, and leaves out those that are no program", () => {
  const record = { "a.ts": file, "b.ts": { ...file, found: 2, living: [] } };
  expect(strykerScore(record, ["a.ts"])).toEqual({ mutants: 8, found: 6, uncovered: 1, share: 6 / 8 });
  expect(strykerScore(record, ["a.ts", "b.ts"])).toEqual({ mutants: 10, found: 8, uncovered: 1, share: 8 / 10 });
  expect(strykerScore(record, []).share).toBe(0);
});

test("recall over Stryker leaves out survivors that are equivalent or free, and needs all sources", () => {
  const reference = references.find((each) => readReasons(each).some(({ why }) => why === "free"))!;
  const free = readReasons(reference).find(({ why }) => why === "free")!.mutants[0]!;
  const [first = "", ...others] = sourcesOf(reference);
  const found = { ...file, living: [] };
  const record = Object.fromEntries(others.map((name) => [name, found]));
  expect(strykerRecall(record, reference)).toBeUndefined();
  const survivors = [living, { ...free, line: 1, isCovered: true }];
  expect(strykerRecall({ ...record, [first]: { ...file, living: survivors } }, reference)).toEqual({
    total: 6 * (others.length + 1) + 1,
    found: 6 * (others.length + 1),
    excluded: 1,
  });
});

test("every glob of sources matches some", () => {
  const globs = references.flatMap(({ stryker }) => stryker.flatMap(({ sources }) => sources));
  expect(globs.filter((glob) => fg.sync(glob, { cwd: packageRoot }).length === 0)).toEqual([]);
});

test("every reason names a line of the current source", () => {
  const reasons = references.flatMap(readReasons);
  const sources = fg.sync("{src,packages/*/src}/**/*.ts", { cwd: packageRoot, ignore: ["**/*.test.ts"] });
  const lines = new Set(
    sources.flatMap((name) => readFileSync(join(packageRoot, name), "utf8").split("\n").map(shown)),
  );
  const idle = reasons.flatMap(({ mutants }) => mutants).filter(({ code }) => !lines.has(code));
  expect(idle).toEqual([]);
});

test("a reason applies to one change of a line", () => {
  const { code, original, replacement } = living;
  const reason = {
    why: "equivalent",
    reason: "Nobody could tell.",
    mutants: [{ code, original, replacement }],
  } as const;
  expect(reasonFor([reason], living)).toBe(reason);
  expect(reasonFor([reason], { ...living, replacement: "false" })).toBeUndefined();
  expect(reasonFor([reason], { ...living, code: "if (a) return c;" })).toBeUndefined();
});

test("a commit draws its share of the changes", () => {
  const drawnBy = (commit: string) =>
    Array.from({ length: 2000 }, (_, line) => line).filter((line) => {
      const location = { start: { line, column: 0 }, end: { line, column: 9 } };
      return isDrawn({ fileName: "src/a.ts", location, replacement: "false" }, { commit, percent: 10 });
    });
  const drawn = drawnBy("one");
  expect(drawn.length).toBeGreaterThan(100);
  expect(drawn.length).toBeLessThan(300);
  expect(drawnBy("one")).toEqual(drawn);
  expect(drawnBy("another")).not.toEqual(drawn);
});

test.each([
  [["--jobs", "none"], '--jobs cannot be "none"'],
  [["--only", "no-such-*"], "no source has such a path"],
  [["--draw", "HEAD"], "--draw needs --percent"],
  [["--percent", "101"], "--percent cannot be 101: it is at most 100"],
  [["--quik"], 'unknown flag "--quik"'],
])("wrong arguments are rejected: %j", async (words, problem) => {
  await expect(runWords("mutation:stryker", command, words)).rejects.toThrow(problem);
});
