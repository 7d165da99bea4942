import { expect, test } from "vitest";
import type { Adapter } from "../adapters/adapter.js";
import { run } from "../engine/run.js";
import { planRun, type RunOptions } from "../run/plan.js";
import { counterAdapter, counterContract } from "../testing/counter-contract.js";
import { type CoverageReport, coverageOf } from "./coverage-of.js";

async function cover(adapter: Adapter, options: RunOptions = {}): Promise<CoverageReport> {
  const plan = await planRun(adapter, { contract: counterContract(), timeout: 200, ...options, coverage: true });
  for await (const event of run(plan)) if (event.type === "run-finished") return coverageOf(plan, event);
  throw new Error("no report");
}

const unit = ({ units }: CoverageReport, kind: string, name: string) =>
  units.find((each) => each.kind === kind && each.name === name);

/** The contract with this case instead of its own. */
function withCase(testCase: object, changes: Record<string, unknown> = {}): string {
  const verifies = ["counter.read.total"];
  const common = { test_id: "only", description: "The only case that there is", verifies };
  return counterContract({ "tools/counter.json": [{ ...common, ...testCase }], ...changes });
}

const READ = { action: { tool: "read" } };
const GIVEN = { precondition: { state_files: { ".state/counter.json": { total: 7 } } } };

test("assertions of cases that passed are covered, with those cases", async () => {
  const coverage = await cover(counterAdapter());
  expect(unit(coverage, "answers", "add total")).toMatchObject({ status: "covered", cases: ["add_twice"] });
  expect(unit(coverage, "state", "counter.json total")?.cases).toEqual([
    "add_twice",
    "tick_adds_one",
    "reset_returns_to_zero",
  ]);
});

test("if an adapter drops the answers of a tool, what only they show is not covered", async () => {
  const coverage = await cover(counterAdapter({ add: () => undefined }));
  expect(coverage.verdict).toBe("does-not-conform");
  expect(unit(coverage, "answers", "add total")).toMatchObject({ status: "uncovered", cases: [] });
  expect(unit(coverage, "requirements", "counter.add.sums")).toMatchObject({
    status: "uncovered",
    near: ["add_twice"],
  });
  // A refusal by a tool that never answers does not count.
  expect(unit(coverage, "requirements", "counter.add.positive")?.status).toBe("uncovered");
  expect(unit(coverage, "answers", "read total")?.status).toBe("covered");
});

test("a tool that is not offered is not covered, and a surface that is not offered is not applicable", async () => {
  const withoutTool = await cover(counterAdapter({}, { tools: ["add", "reset"] }));
  expect(unit(withoutTool, "answers", "read total")?.status).toBe("uncovered");
  const withoutEvents = await cover(counterAdapter({}, { surfaces: ["tools"] }));
  expect(unit(withoutEvents, "requirements", "counter.tick.adds")?.status).toBe("not_applicable");
  expect(unit(withoutEvents, "answers", "read total")?.status).toBe("covered");
});

test("deselected cases cover nothing, but what they could cover still counts", async () => {
  const coverage = await cover(counterAdapter(), { run: ["read*"] });
  expect(unit(coverage, "answers", "add total")).toMatchObject({ status: "uncovered", cases: [], near: [] });
  expect(coverage.kinds[0]).toMatchObject({ kind: "requirements", covered: 2, total: 9 });
  const skipped = await cover(counterAdapter(), { skip: ["read*"] });
  expect(unit(skipped, "answers", "read total")?.status).toBe("uncovered");
});

test("an assertion that only repeats the schema covers only the form", async () => {
  for (const expected of [{ type: "integer" }, { min: 0 }]) {
    const contract = withCase({ ...GIVEN, ...READ, postcondition: { return_value: { "$.total": expected } } });
    const coverage = await cover(counterAdapter(), { contract });
    expect(unit(coverage, "answers", "read total")).toMatchObject({ status: "form_only", near: ["only"] });
    // A case that asserts only form does not cover its requirement.
    expect(unit(coverage, "requirements", "counter.read.total")?.status).toBe("uncovered");
  }
});

test("a whole value asserts every field in it, and an absent value none", async () => {
  const whole = withCase({ ...GIVEN, ...READ, postcondition: { return_value: { $: { equals: { total: 7 } } } } });
  expect(unit(await cover(counterAdapter(), { contract: whole }), "answers", "read total")?.status).toBe("covered");
  const absent = withCase({
    ...READ,
    postcondition: { return_value: { "$.other": null, "$.more": { absent: true } } },
  });
  const coverage = await cover(counterAdapter(), { contract: absent });
  expect(unit(coverage, "answers", "read total")?.status).toBe("form_only");
  expect(unit(coverage, "requirements", "counter.read.total")?.status).toBe("covered");
});

test("assertions about a file that only the fixture wrote cover nothing", async () => {
  const contract = withCase({
    ...GIVEN,
    ...READ,
    postcondition: { state_files: { ".state/counter.json": { "$.total": 7 } } },
  });
  expect(unit(await cover(counterAdapter(), { contract }), "state", "counter.json total")?.status).toBe("uncovered");
});

test("a file counts as the fixture's again after the fixture rewrites it", async () => {
  const asserts = { assert_state: { ".state/counter.json": { "$.total": 9 } } };
  const steps = [
    { action: { tool: "add", params: { by: 2 } } },
    { write_files: { ".state/counter.json": { total: 9 } } },
    { action: { tool: "read" }, ...asserts },
  ];
  const field = async (list: readonly object[]) =>
    unit(await cover(counterAdapter(), { contract: withCase({ steps: list }) }), "state", "counter.json total")?.status;
  expect(await field(steps)).toBe("form_only");
  expect(await field([...steps, { action: { tool: "add", params: { by: 0.5 } }, assert_error: true }])).toBe(
    "form_only",
  );
  const last = {
    action: { tool: "add", params: { by: 1 } },
    assert_state: { ".state/counter.json": { "$.total": 10 } },
  };
  expect(await field([...steps, last])).toBe("covered");
});

const INPUT = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  $id: "add.input.json",
  type: "object",
  properties: { by: { type: "integer" }, loud: { type: "boolean" } },
};

function contractText(change: (text: string) => string): string {
  return change(`
id: counter
version: "1"
title: A counter in a file
source: invented for a test
surfaces: [tools, events]
profiles: [small]
tools:
  add: { profile: small, input: tool-schemas/add.input.json, output: tool-schemas/total.json, writes: [".state/counter.json"] }
state:
  - { path: ".state/counter.json", schema: state-schemas/counter.json }
requirements:
  - { id: counter.add.sums, level: MUST, profile: small, text: Adding raises the total by the number given. }
  - { id: counter.add.positive, level: MUST, profile: small, text: A number below one is refused and changes nothing., refusal: "by must be 1 or more, not <by>" }
`);
}

const ADD_CASES = [
  {
    test_id: "add_loudly",
    description: "Adding may be done loudly",
    verifies: ["counter.add.sums"],
    action: { tool: "add", params: { by: 2, loud: true } },
    postcondition: { return_value: { "$.total": 2 } },
  },
  {
    test_id: "add_nothing",
    description: "Adding nothing is refused",
    verifies: ["counter.add.positive"],
    action: { tool: "add", params: { by: 0, loud: false } },
    postcondition: { error: true },
  },
];

const addContract = (cases: readonly object[], change = (text: string) => text) =>
  counterContract({
    "contract.yml": contractText(change),
    "tools/counter.json": cases,
    "tool-schemas/add.input.json": INPUT,
  });

test("parameters are covered if a call with them was accepted", async () => {
  const coverage = await cover(counterAdapter(), { contract: addContract(ADD_CASES) });
  expect(unit(coverage, "parameters", "add by")?.cases).toEqual(["add_loudly"]);
  expect(unit(coverage, "choices", "add loud = true")?.status).toBe("covered");
  // The call with it was refused for another reason.
  expect(unit(coverage, "choices", "add loud = false")).toMatchObject({ status: "uncovered", near: ["add_loudly"] });
});

test("assertions about the repository cover the requirement and the parameters, unless they assert only form", async () => {
  const withGit = (expected: unknown) => {
    const changes = { precondition: { git: true }, postcondition: { git: { "$.commits": expected } } };
    const ignoring = (text: string) => text.replace("\ntools:", '\nworkspace: { ignore: [".git/**"] }\ntools:');
    return addContract([{ ...ADD_CASES[0], ...changes }], ignoring);
  };
  const shown = await cover(counterAdapter(), { contract: withGit(1) });
  expect(unit(shown, "requirements", "counter.add.sums")).toMatchObject({ status: "covered", cases: ["add_loudly"] });
  expect(unit(shown, "parameters", "add by")).toMatchObject({ status: "covered", cases: ["add_loudly"] });
  const form = await cover(counterAdapter(), { contract: withGit({ type: "integer" }) });
  expect(unit(form, "requirements", "counter.add.sums")?.status).toBe("uncovered");
  expect(unit(form, "parameters", "add by")?.status).toBe("uncovered");
});

test("a refusal with a text in the contract is covered only with that text", async () => {
  const vague = await cover(counterAdapter(), { contract: addContract(ADD_CASES) });
  expect(unit(vague, "refusals", "counter.add.positive")).toMatchObject({ status: "uncovered", near: ["add_nothing"] });
  const [loud, nothing] = ADD_CASES;
  const postcondition = { assert_error: { message: "by must be 1 or more, not 0" } };
  const exact = await cover(counterAdapter(), { contract: addContract([{ ...loud }, { ...nothing, postcondition }]) });
  expect(unit(exact, "refusals", "counter.add.positive")?.status).toBe("covered");
});

const TABLE = `
tables:
  loudness:
    of: add
    axes:
      by: { one: { $.by: 1 }, more: { $.by: { min: 2 } } }
      voice: { loud: { $.loud: true }, none: { $.loud: null } }
requirements:`;

test("a cell of a table is covered by a call in it with a judged answer", async () => {
  const contract = addContract(ADD_CASES, (text) => text.replace("\nrequirements:", TABLE));
  const coverage = await cover(counterAdapter(), { contract });
  const cells = coverage.units.filter(({ kind }) => kind === "tables").map(({ path, status }) => [path, status]);
  expect(cells).toEqual([
    ["by one, voice loud", "uncovered"],
    ["by one, voice none", "uncovered"],
    ["by more, voice loud", "covered"],
    ["by more, voice none", "uncovered"],
  ]);
});

test.each([
  ["of: add", "of: subtract", '"subtract" is neither a tool nor an event of this contract'],
  ["{ min: 2 }", "{ minimum: 2 }", '"minimum" is not a matcher operator'],
])("a table with a misspelled name is rejected (%s)", async (right, wrong, message) => {
  const contract = addContract(ADD_CASES, (text) => text.replace("\nrequirements:", TABLE.replace(right, wrong)));
  await expect(cover(counterAdapter(), { contract })).rejects.toThrow(message);
});

const exempt = (entries: string) => (text: string) =>
  text.replace("\nrequirements:", `\nunasserted:\n${entries}\nrequirements:`);
const entry = (what: string) => `  - { ${what}, reason: it cannot be heard here }`;

test("units that cannot be asserted are counted separately, as long as no case asserts them", async () => {
  const honest = exempt(entry("kind: choices, of: add, path: loud, value: false"));
  const coverage = await cover(counterAdapter(), { contract: addContract(ADD_CASES, honest) });
  expect(unit(coverage, "choices", "add loud = false")).toMatchObject({
    status: "unasserted",
    reason: "it cannot be heard here",
  });
  expect(coverage.kinds.find(({ kind }) => kind === "choices")).toMatchObject({ total: 1, covered: 1, unasserted: 1 });
  expect(coverage.findings).toEqual([]);

  const stale = exempt([entry("kind: choices, of: add"), entry("kind: answers, of: ad, path: total")].join("\n"));
  const { findings } = await cover(counterAdapter(), { contract: addContract(ADD_CASES, stale) });
  expect(findings.map(({ code, place, message }) => [code, place.replace(/^.*\//u, ""), message])).toEqual([
    ["NXC_COVERAGE_STALE", "0", 'case "add_loudly" asserts add loud = true, so this entry is wrong'],
    ["NXC_COVERAGE_UNKNOWN", "1", 'the contract has no unit "ad" of kind answers'],
  ]);
  expect(findings[0]?.place).toMatch(/contract\.yml:\d+#\/unasserted\/0$/);
});

test("a run without recorded assertions has no coverage", async () => {
  const plan = await planRun(counterAdapter(), { contract: counterContract() });
  for await (const event of run(plan)) {
    if (event.type !== "run-finished") continue;
    expect(event.results.every(({ recorded }) => recorded === undefined)).toBe(true);
    expect(() => coverageOf(plan, event)).toThrow("did not record");
  }
});
