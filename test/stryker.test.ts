/** Stryker over the reference, with the fixtures as the only tests: what is kept of it, and that it still comes out. */

import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { main } from "../scripts/stryker/main.js";
import {
  groupScore,
  idleReasons,
  type Living,
  type Reason,
  readReasons,
  readRecord,
  reasonFor,
  type StrykerRecord,
  staleFiles,
  strykerScore,
  withoutFound,
} from "../scripts/stryker/record.js";
import { allFiles, filesOf, GROUPS } from "../scripts/stryker/sources.js";
import { packageRoot } from "../src/package-root.js";

describe("the results that are kept", () => {
  const record = readRecord();
  const reasons = readReasons();

  test("belong to the sources as they are, and to the version that is installed", () => {
    const { version } = createRequire(import.meta.url)("@stryker-mutator/core/package.json") as { version: string };
    expect(record.stryker).toBe(version);
    expect(Object.keys(record.files)).toEqual(allFiles());
    // `npm run mutation:stryker -- --stale --write` judges these again.
    expect(staleFiles(record)).toEqual([]);
  });

  test.each(GROUPS.filter(({ goal }) => goal !== undefined))("reach the goal of $id", (group) => {
    expect(filesOf(group).length).toBeGreaterThan(10);
    expect(groupScore(record, group).share).toBeGreaterThanOrEqual(group.goal!);
  });

  test("have a mutant for every reason", () => {
    expect(idleReasons(reasons, record)).toEqual([]);
  });
});

describe("a score", () => {
  const living = {
    line: 3,
    lastLine: 3,
    code: "if (a) return b;",
    original: "a",
    replacement: "true",
    isCovered: true,
  };
  const record: StrykerRecord = {
    stryker: "1.0.0",
    files: {
      "a.ts": { source: "", killed: 5, timeout: 1, invalid: 7, living: [living, { ...living, isCovered: false }] },
      "b.ts": { source: "", killed: 2, timeout: 0, invalid: 0, living: [] },
    },
  };

  test("counts what never ends as found, what no case met as not found, and what could not be judged not at all", () => {
    const expected = { killed: 5, timeout: 1, survived: 1, uncovered: 1, invalid: 7, share: 6 / 8 };
    expect(strykerScore(record, ["a.ts"])).toEqual(expected);
    expect(strykerScore(record, ["a.ts", "b.ts"])).toEqual({ ...expected, killed: 7, share: 8 / 10 });
    expect(strykerScore(record, []).share).toBe(0);
  });

  test("rises when living mutants are tried again and some are found", () => {
    const other = { ...living, replacement: "false" };
    const kept = { source: "", killed: 5, timeout: 1, invalid: 0, living: [living, other] };
    // The lines of a living mutant hold others as well, which were found before.
    const again = { ...kept, killed: 3, timeout: 0, living: [{ ...other }] };
    expect(withoutFound(kept, again)).toEqual({ ...kept, killed: 6, living: [other] });
  });

  test("does not change with a reason, and a reason is for one change in one place", () => {
    const { code, original, replacement } = living;
    const reason: Reason = {
      why: "equivalent",
      reason: "Nobody could tell.",
      mutants: [{ file: "a.ts", code, original, replacement }],
    };
    const of = (mutant: Partial<Living>, file = "a.ts") => reasonFor([reason], file, { ...living, ...mutant });
    expect(of({})).toBe(reason);
    expect([of({ replacement: "false" }), of({ code: "if (a) return c;" }), of({}, "b.ts")]).toEqual(
      Array.from({ length: 3 }),
    );
    expect(idleReasons([reason], record)).toEqual([]);
    expect(idleReasons([reason], { ...record, files: {} })).toEqual(["a.ts: if (a) return b; -> true"]);
  });
});

function run(...words: readonly string[]) {
  const command = ["--import", "tsx", join(packageRoot, "scripts/stryker.ts"), ...words];
  const { status, stdout, stderr } = spawnSync(process.execPath, command, { cwd: packageRoot, encoding: "utf8" });
  return { status, stdout, stderr };
}

test("a source that is judged again loses nothing that was found before", () => {
  // Few mutants, and one that lives, and the fixtures that are made for it: all others would only take their time.
  const file = "packages/harness/src/tools/artifact-write.ts";
  const kept = strykerScore(readRecord(), [file]);
  const { status, stdout } = run(
    "--only",
    "**/tools/artifact-write.ts",
    "--cases",
    "core/tools/artifact-*",
    "--jobs",
    "1",
  );
  expect({ status, stdout }).toEqual({ status: 0, stdout: expect.stringContaining("tools: ") });
  const [, ...counts] =
    / (\S+artifact-write\.ts): (\d+) found, (\d+) survived, (\d+) met by no case\n/.exec(stdout) ?? [];
  expect(counts[0]).toBe(file);
  const [found = 0, ...living] = counts.slice(1).map(Number);
  // New fixtures may find more.
  expect(found).toBeGreaterThanOrEqual(kept.killed + kept.timeout);
  expect([found, ...living].reduce((sum, count) => sum + count)).toBe(
    kept.killed + kept.timeout + kept.survived + kept.uncovered,
  );
}, 600_000);

test.each([
  [["--jobs", "none"], '--jobs cannot be "none"'],
  [["--only", "no-such-*"], "no source is so named"],
  [["--stale", "--living"], "--stale does not go with --living"],
  [["--cases", "core/**", "--write"], "--cases does not go with --write"],
  [["--quik"], "Unknown option '--quik'"],
])("words that cannot be used are refused: %j", async (words, problem) => {
  await expect((async () => main(words))()).rejects.toThrow(problem);
});

test("a refusal ends with 2 and one line", () => {
  expect(run("--jobs-of", "none")).toEqual({
    status: 2,
    stdout: "",
    stderr: expect.stringMatching(/^stryker: Unknown option '--jobs-of'.*\n$/u),
  });
}, 60_000);
