/** A sample of the hostile projects, another one for each commit; `npm run hostile` opens them all. */

import { spawnSync } from "node:child_process";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const MAIN = fileURLToPath(new URL("../scripts/hostile/main.ts", import.meta.url));

test("forty hostile projects do no harm to what lies around them", () => {
  const { stdout: commit } = spawnSync("git", ["-C", dirname(MAIN), "rev-parse", "HEAD"], { encoding: "utf8" });
  const words = ["--import", "tsx", MAIN, "--sample", "40", "--seed", commit.trim()];
  const { status, stdout, stderr } = spawnSync(process.execPath, words, { encoding: "utf8" });
  expect(stdout + stderr).toMatch(/^40 projects, \d+ calls, 0 findings\n$/u);
  expect(status).toBe(0);
});
