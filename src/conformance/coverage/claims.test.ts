import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder, writeFiles } from "../../testing/temporary-folder.js";
import type { Adapter } from "../adapters/adapter.js";
import { run } from "../engine/run.js";
import { planRun } from "../run/plan.js";
import { COUNTER_CONTRACT, counterAdapter, counterContract } from "../testing/counter-contract.js";
import { coverageOf } from "./coverage-of.js";

async function claimsOf(testCase: object, adapter: Adapter = counterAdapter(), contract = counterContract()) {
  const cwd = temporaryFolder();
  writeFiles(cwd, { "others.json": [{ test_id: "theirs", description: "Written by somebody else", ...testCase }] });
  const plan = await planRun(adapter, {
    contract,
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

test("claims hold if their fields are asserted, however they are written", async () => {
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

test("a claim without an assertion is a finding with its place", async () => {
  const { held, findings } = await claimsOf({
    ...ADD,
    covers: { return_value: { add: ["total", "issues[].status"] }, state_schemas: { "counter.json": ["total"] } },
    postcondition: { return_value: { "$.total": 2 }, state_files: { ".state/counter.json": {} } },
  });
  expect(held).toBe(1);
  expect(findings).toEqual([
    expect.stringMatching(
      /^NXC_COVERAGE_CLAIM others\.json:\d+#\/0\/covers\/return_value\/add\/1 case "theirs" claims to cover issues\[\]\.status of add, but none of its assertions checks it$/,
    ),
    expect.stringMatching(/^NXC_COVERAGE_CLAIM others\.json:\d+#\/0\/covers\/state_schemas\/counter\.json\/0 /),
  ]);
});

test("a claim about something that the contract does not have is a finding", async () => {
  const { findings } = await claimsOf({
    ...ADD,
    covers: { return_value: { ad: ["total"] } },
    postcondition: { return_value: { "$.total": 2 } },
  });
  expect(findings).toEqual([expect.stringContaining('contract counter has no tool "ad"')]);
});

/** The counter with answers of any form, and an event with the same name as a tool. */
function openContract(): string {
  const text = COUNTER_CONTRACT.replace("\nevents:\n", "\nevents:\n  add: { profile: large }\n");
  return counterContract({ "contract.yml": text, "tool-schemas/total.json": { $id: "total.json", type: "object" } });
}

const answering = (answer: object) => {
  const adapter = counterAdapter({ add: () => answer });
  return (claims: readonly string[], returns: object) =>
    claimsOf(
      { ...ADD, covers: { return_value: { add: claims } }, postcondition: { return_value: returns } },
      adapter,
      openContract(),
    );
};

test("a name that begins like another is a different name", async () => {
  const claims = answering({ issue: { s: [{ x: 1 }] }, total: 1 });
  const broken = await claims(["issues[].x", "issue.s[].y"], { "$.issue": { equals: { s: [{ x: 1 }] } } });
  expect(broken.findings).toEqual([
    expect.stringContaining("cover issues[].x of add"),
    expect.stringContaining("cover issue.s[].y of add"),
  ]);
  const held = await claims(["issue.s[].x", "$.issue.s", "issue"], { "$.issue": { equals: { s: [{ x: 1 }] } } });
  expect(held).toMatchObject({ total: 3, held: 3, findings: [] });
});

test("a claim about the whole answer holds with any part of it, and so does a claim about a name with dots", async () => {
  const claims = answering({ total: 1, "a.md": 2, $: 3, list: [{ x: 4 }] });
  expect((await claims(["$"], { "$.total": 1 })).findings).toEqual([]);
  expect((await claims(["a.md", "$.a.md"], { "$['a.md']": 2 })).findings).toEqual([]);
  expect((await claims(["list", "list[]", "list[].x"], { "$.list[-1].x": 4 })).findings).toEqual([]);
  expect((await claims(["total.more"], { "$.total": 1 })).findings).toHaveLength(1);
});

test("a tool and an event with the same name are different", async () => {
  const asked = (kind: object, of: string) =>
    claimsOf(
      { ...kind, covers: { return_value: { [of]: ["total"] } }, postcondition: { return_value: { "$.total": 2 } } },
      counterAdapter(),
      openContract(),
    );
  const event = { event: { type: "add", params: { by: 2 } } };
  expect((await asked(event, "event add")).findings).toEqual([]);
  expect((await asked(ADD, "add")).findings).toEqual([]);
  expect((await asked(event, "add")).findings).toEqual([expect.stringMatching(/^NXC_COVERAGE_CLAIM .*total of add,/)]);
  expect((await asked(ADD, "event add")).findings).toEqual([
    expect.stringMatching(/^NXC_COVERAGE_CLAIM .*total of event add,/),
  ]);
  // If no tool has this name, the word event can be left out.
  const tick = { event: { type: "tick" }, covers: { return_value: { tick: ["total"] } } };
  const { findings } = await claimsOf({ ...tick, postcondition: { return_value: { "$.total": 1 } } });
  expect(findings).toEqual([]);
});

test("an empty list claims nothing", async () => {
  const testCase = {
    ...ADD,
    covers: { state_schemas: { "counter.json": [] } },
    postcondition: { return_value: { "$.total": 2 } },
  };
  expect(await claimsOf(testCase)).toEqual({ total: 0, held: 0, unchecked: 0, findings: [] });
});

test("the claims of a failed case neither hold nor fail", async () => {
  const broken = counterAdapter({ add: () => ({ total: 9 }) });
  const testCase = {
    ...ADD,
    covers: { return_value: { add: ["total", "more"] } },
    postcondition: { return_value: { "$.total": 2 } },
  };
  expect(await claimsOf(testCase, broken)).toEqual({ total: 2, held: 0, unchecked: 2, findings: [] });
});
