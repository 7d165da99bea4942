/** The fuzz command: over every form of adapter, with crashes, and on faults of the catalogue. */

import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { type Mutant, openCatalogue } from "../../scripts/mutation/catalogue.js";
import { concernsTools, shortfallOf } from "../../scripts/mutation/fuzz-findings.js";
import { command } from "../../scripts/mutation/fuzz-main.js";
import { referenceOf } from "../../scripts/mutation/references.js";
import { runWords } from "../../scripts/run-script.js";
import { packageRoot } from "../../src/base/package-root.js";
import { fuzz } from "../../src/conformance/fuzz/fuzz.js";
import { planRun } from "../../src/conformance/run/plan.js";
import { markProcesses } from "../../src/conformance/testing/leftovers.js";
import type { Mapping } from "../../src/generated/config.js";
import { serveOverHttp, server } from "../adapters/http-server.js";

const leftovers = markProcesses();
// Vitest runs these hooks in reverse order, so this one runs after the server has stopped.
afterAll(() => expect(leftovers()).toEqual([]));
const url = serveOverHttp();

// The server stores its index of history in its own namespace.
const PARAM = { workspace: { param: "project" }, pool: true, namespace: "nexus-harness" };

test.each<[string, () => string, Mapping, boolean]>([
  ["lines", () => `lines:node "${server("lines.mjs")}"`, {}, true],
  ["mcp-stdio", () => `mcp-stdio:node "${server("mcp-stdio.mjs")}"`, PARAM, true],
  ["mcp-http", () => `mcp-http:${url()}`, { ...PARAM, prefix: "nx_" }, false],
])(
  "over %s, fuzz finds no difference, also with crashes where the form allows them",
  async (_, form, mapping, canBeKilled) => {
    const plan = await planRun(form(), { mapping, timeout: 30_000 });
    const { finding, counts } = await fuzz(plan, { runs: 150, seed: 4 });
    expect(finding).toBeUndefined();
    expect(counts.commands).toBe(150);
    expect(counts.atOnce).toBeGreaterThan(0);
    if (canBeKilled) expect(counts.crashes).toBeGreaterThan(0);
    else expect(counts.crashes).toBeUndefined();
  },
);

function tryMutants(...words: readonly string[]) {
  const command = ["--import", "tsx", join(packageRoot, "scripts/fuzz-mutants.ts"), ...words];
  const { status, stdout, stderr } = spawnSync(process.execPath, command, { cwd: packageRoot, encoding: "utf8" });
  return { status, stdout, stderr };
}

test("fuzz finds a fault of the catalogue, and its fixture fails with the fault and passes without", () => {
  const { status, stdout } = tryMutants("--only", "plan-start-stacks-issues");
  expect(stdout).toMatch(/✓ plan-start-stacks-issues +A difference after/u);
  expect(stdout).toContain("\n1 of 1 found");
  expect(status).toBe(0);
});

test("a search counts only when its fixture fails because of the fault", () => {
  const found = { exit: 1, hasFixture: true, withFault: "failed", without: "passed" } as const;
  const hanging = { ...found, exit: 3, withFault: "errored" } as const;
  const nothing = { hasFixture: false, withFault: undefined, without: undefined } as const;
  expect([found, hanging].map(shortfallOf)).toEqual([undefined, undefined]);
  expect(
    [
      { ...nothing, exit: null },
      { ...nothing, exit: 0 },
      { ...nothing, exit: 2 },
      { ...nothing, exit: 3 },
      { ...found, withFault: "passed" },
      { ...found, withFault: "errored" },
      { ...found, withFault: "skipped" },
      { ...hanging, withFault: undefined },
      { ...found, without: "failed" },
      { ...found, without: "skipped" },
      { ...found, without: undefined },
    ].map(shortfallOf),
  ).toEqual([
    "the search did not end",
    "no difference",
    "the search ended with 2",
    "the search ended with 3 and wrote no fixture",
    "the fixture is passed with the fault",
    "the fixture is errored with the fault",
    "the fixture is skipped with the fault",
    "the fixture is not judged with the fault",
    "the fixture is failed without the fault",
    "the fixture is skipped without the fault",
    "the fixture is not judged without the fault",
  ]);
});

test("only faults that break a requirement of the tools are tried", () => {
  const { contract } = openCatalogue("core");
  const { beyondRandomCalls } = referenceOf("core");
  const isTried = (mutant: Mutant) => concernsTools(mutant, contract, { beyondRandomCalls });
  const fault = (breaks: string): Mutant => ({
    id: "fault",
    breaks,
    what: "",
    at: "",
    change: ["", ""],
    place: "",
  });
  const tools = ["core.plan_start.creates-plan", "core.task_list.counts", "core.history.branch-outside-git"];
  const elsewhere = ["core.session_start.empty-tracker", "core.memory_gc.deletes", "core.tags.code"];
  const all = [...tools, ...elsewhere, ...beyondRandomCalls.keys()];
  expect(all.filter((id) => !contract.requirements.has(id))).toEqual([]);
  expect(all.filter((id) => isTried(fault(id)))).toEqual(tools);
  expect(isTried({ ...fault("core.task_list.counts"), equivalent: "it behaves alike" })).toBe(false);
});

test.each([
  [["--count", "none"], '--count cannot be "none"'],
  [["--only", "no-such-*"], "no mutant has such an id"],
  [["--contract", "none"], "has no reference implementation"],
  [["--sed", "1"], 'unknown flag "--sed"'],
])("wrong arguments are rejected: %j", async (words, problem) => {
  await expect(runWords("fuzz:mutants", command, words)).rejects.toThrow(problem);
});

test("wrong arguments end with exit code 2 and one line", () => {
  expect(tryMutants("--jobs-of", "none")).toEqual({
    status: 2,
    stdout: "",
    stderr: expect.stringMatching(/^NXC_USAGE_UNKNOWN_FLAG {2}unknown flag "--jobs-of"\. [^\n]*\n$/u),
  });
});
