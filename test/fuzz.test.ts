/** Random calls as a user makes them: over every form of adapter, with crashes, and on faults of the catalogue. */

import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { fuzz } from "../src/conformance/fuzz/fuzz.js";
import { planRun } from "../src/conformance/plan.js";
import { markProcesses } from "../src/conformance/testing/leftovers.js";
import type { Mapping } from "../src/generated/config.js";
import { packageRoot } from "../src/package-root.js";
import { serveOverHttp, server } from "./http-server.js";

const leftovers = markProcesses();
// Hooks of this kind run from the last to the first.
afterAll(() => expect(leftovers()).toEqual([]));
const url = serveOverHttp();

const PARAM = { workspace: { param: "project" }, pool: true };

test.each<[string, () => string, Mapping, boolean]>([
  ["lines", () => `lines:node "${server("lines.mjs")}"`, {}, true],
  ["mcp-stdio", () => `mcp-stdio:node "${server("mcp-stdio.mjs")}"`, PARAM, true],
  ["mcp-http", () => `mcp-http:${url()}`, { ...PARAM, prefix: "nx_" }, false],
])(
  "over %s the harness shows no difference, and is killed where it can be",
  async (_, form, mapping, canBeKilled) => {
    const plan = await planRun(form(), { mapping, timeout: 30_000 });
    const { finding, counts } = await fuzz(plan, { runs: 150, seed: 4 });
    expect(finding).toBeUndefined();
    expect(counts.commands).toBe(150);
    expect(counts.atOnce).toBeGreaterThan(0);
    if (canBeKilled) expect(counts.crashes).toBeGreaterThan(0);
    else expect(counts.crashes).toBeUndefined();
  },
  180_000,
);

function tryMutants(...words: readonly string[]) {
  const command = ["--import", "tsx", join(packageRoot, "scripts/fuzz-mutants.ts"), ...words];
  const { status, stdout, stderr } = spawnSync(process.execPath, command, { cwd: packageRoot, encoding: "utf8" });
  return { status, stdout, stderr };
}

test("a fault of the catalogue is found, and its fixture fails with it and passes without", () => {
  const { status, stdout } = tryMutants("--only", "plan-start-loses-the-archive");
  expect(stdout).toMatch(/✓ plan-start-loses-the-archive +fixture: 1 with, 0 without the fault; A difference after/u);
  expect(stdout).toContain("\n1 of 1 found");
  expect(status).toBe(0);
}, 180_000);

test("words that cannot be used end with 2 and one line", () => {
  for (const [words, problem] of [
    [["--count", "none"], '--count cannot be "none"'],
    [["--only", "no-such-*"], "no mutant is so named"],
    [["--contract", "none"], "there is no catalogue"],
    [["--sed", "1"], "Unknown option '--sed'"],
  ] as const) {
    const { status, stdout, stderr } = tryMutants(...words);
    expect({ words, status, stdout, lines: stderr.split("\n").length }).toEqual({
      words,
      status: 2,
      stdout: "",
      lines: 2,
    });
    expect(stderr).toContain(`fuzz-mutants: ${problem}`);
  }
}, 120_000);
