/** Opens a sample of the hostile projects, a different one for each commit. `npm run hostile` opens them all. */

import { spawnSync } from "node:child_process";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { runGit } from "nexus-core/base";
import { expect, test } from "vitest";

const MAIN = fileURLToPath(new URL("../scripts/hostile/main.ts", import.meta.url));

test("twenty hostile projects do no harm to what lies around them", async () => {
  const { stdout: commit } = await runGit(dirname(MAIN), ["rev-parse", "HEAD"], { asUser: true });
  const words = ["--import", "tsx", MAIN, "--sample", "20", "--seed", commit.trim()];
  const { status, stdout, stderr } = spawnSync(process.execPath, words, { encoding: "utf8" });
  expect(stdout + stderr).toMatch(/^20 projects, \d+ calls, 0 findings\n$/u);
  expect(status).toBe(0);
});
