import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder, writeFiles } from "../../testing/temporary-folder.js";
import type { Adapter } from "../adapter.js";
import { planRun } from "../plan.js";
import { run } from "../run.js";
import { counterAdapter, counterContract } from "../testing/counter-contract.js";
import { coverageOf } from "./coverage-of.js";

async function claimsOf(testCase: object, adapter: Adapter = counterAdapter()) {
  const cwd = temporaryFolder();
  writeFiles(cwd, { "others.json": [{ test_id: "theirs", description: "Written by somebody else", ...testCase }] });
  const plan = await planRun(adapter, {
    contract: counterContract(),
    fixtures: [join(cwd, "others.json")],
    cwd,
    coverage: true,
  });
  for await (const event of run(plan)) {
    if (event.type !== "run-finished") continue;
    const { claims, findings } = coverageOf(plan, event);
    return { ...claims, findings: findings.map(({ code, place, message }) => `${code} ${place} ${message}`) };
  }
  throw new Error("no report");
}

const ADD = { action: { tool: "add", params: { by: 2 } } };

test("claims whose fields an assertion touched hold, however they are written", async () => {
  expect(
    await claimsOf({
      ...ADD,
      covers: { return_value: { add: ["total", "$.total"] }, state_schemas: { "counter.json": ["total"] } },
      postcondition: {
        return_value: { "$.total": { type: "number" } },
        state_files: { ".state/counter.json": { $: { equals: { total: 2 } } } },
      },
    }),
  ).toEqual({ total: 3, held: 3, unchecked: 0, findings: [] });
});

test("a claim that nothing asserts is a finding with its place", async () => {
  const { held, findings } = await claimsOf({
    ...ADD,
    covers: { return_value: { add: ["total", "issues[].status"] }, state_schemas: { "counter.json": ["total"] } },
    postcondition: { return_value: { "$.total": 2 }, state_files: { ".state/counter.json": {} } },
  });
  expect(held).toBe(1);
  expect(findings).toEqual([
    expect.stringMatching(
      /^NXC_COVERAGE_CLAIM others\.json:\d+#\/0\/covers\/return_value\/add\/1 case "theirs" says that it covers issues\[\]\.status of add, and none of its assertions touches that$/,
    ),
    expect.stringMatching(/^NXC_COVERAGE_CLAIM others\.json:\d+#\/0\/covers\/state_schemas\/counter\.json\/0 /),
  ]);
});

test("a claim of what the contract does not have is a finding", async () => {
  const { findings } = await claimsOf({
    ...ADD,
    covers: { return_value: { ad: ["total"] } },
    postcondition: { return_value: { "$.total": 2 } },
  });
  expect(findings).toEqual([expect.stringContaining('contract counter has no tool "ad"')]);
});

test("an empty list claims nothing", async () => {
  const testCase = {
    ...ADD,
    covers: { state_schemas: { "counter.json": [] } },
    postcondition: { return_value: { "$.total": 2 } },
  };
  expect(await claimsOf(testCase)).toEqual({ total: 0, held: 0, unchecked: 0, findings: [] });
});

test("the claims of a case that failed are neither held nor broken", async () => {
  const broken = counterAdapter({ add: () => ({ total: 9 }) });
  const testCase = {
    ...ADD,
    covers: { return_value: { add: ["total", "more"] } },
    postcondition: { return_value: { "$.total": 2 } },
  };
  expect(await claimsOf(testCase, broken)).toEqual({ total: 2, held: 0, unchecked: 2, findings: [] });
});
