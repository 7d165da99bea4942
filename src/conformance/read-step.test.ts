/** What a fixture can get wrong about its steps; all of it is found when it is loaded. */

import { expect, test } from "vitest";
import { NexusError } from "../errors.js";
import { temporaryFolder, writeFiles } from "../testing/temporary-folder.js";
import { checkContracts } from "./check-contracts.js";
import { planRun } from "./plan.js";
import { runConformance } from "./run-conformance.js";
import { authoringLine } from "./testing/authoring-line.js";
import { counterAdapter, counterContract } from "./testing/counter-contract.js";

const add = (by: unknown) => ({ tool: "add", params: { by } });
const read = { tool: "read" };
const KEEP = { action: add(2), capture: { total: "$.total" } };
const READ = { action: read, assert_return: { "$.total": 2 } };

const CASE = { test_id: "steps", description: "A case made of steps" };

/** The line that an author sees. */
function lineFor(steps: readonly object[], others: object = {}, files: Record<string, unknown> = {}): string {
  return authoringLine({ "tools/counter.json": { ...CASE, steps, ...others }, ...files });
}

test.each([
  [
    "an unknown capture",
    [KEEP, { action: add("{{totl}}"), assert_return: { "$.total": 4 } }],
    'NXC_FIXTURE_UNKNOWN_CAPTURE  tools/counter.json:20#/steps/1/action/params/by: no step before has captured "totl". Did you mean "total"?',
  ],
  [
    "a capture that is used before it is kept",
    [{ action: read, assert_return: { "$.total": { same_as: "total" } } }, KEEP],
    '#/steps/0/assert_return/$.total: no step before has captured "total"',
  ],
  [
    "a capture of nobody in a file's text",
    [READ, { write_files: { x: { text: "a {{b}} c" } } }],
    '#/steps/1/write_files/x/text: no step before has captured "b"',
  ],
  ["a bad path of a capture", [{ action: read, capture: { all: "$.a[*]" } }, READ], "NXC_FIXTURE_BAD_PATH"],
  [
    "a capture of something that answers nothing",
    [READ, { delete_files: ["x"], capture: { x: "$" } }],
    "#/steps/1/capture: only the answer to a call can be kept",
  ],
  [
    "a name that repeated calls have taken",
    [{ ...KEEP, capture: { n: "$.total" } }, READ],
    '#/steps/0/capture/n: "n" is the number of a repeated call and cannot be kept',
  ],
  ["an agent of no call", [READ, { as: "ada", wait: 1 }], "#/steps/1/as: only a call has an agent that acts"],
  [
    "a schema of nobody",
    [{ action: read, assert_return: { $: { schema: "tool-schemas/totl.json" } } }],
    '"tool-schemas/totl.json" is no schema of contract counter. Did you mean "tool-schemas/total.json"?',
  ],
  [
    "outcomes of a single call",
    [{ action: read, assert_outcomes: { ok: 1 } }],
    "only concurrent calls have outcomes that can be counted",
  ],
  [
    "a return value of many calls",
    [{ concurrent: [{ action: read }, { action: read }], assert_return: { "$.total": 0 } }],
    "only a call can be asked for a return value or an error",
  ],
  [
    "a tool of nobody among many",
    [{ concurrent: [{ action: read }, { action: { tool: "raed" } }] }],
    '#/steps/0/concurrent/1/action/tool: "raed" is no tool',
  ],
  [
    "a misspelt member among many",
    [{ concurrent: { times: 4, eahc: { action: read } } }],
    '#/steps/0/concurrent/eahc: unknown property "eahc". Did you mean "each"?',
  ],
  [
    "a misspelt matcher of a count",
    [{ concurrent: { times: 4, each: { action: read } }, assert_outcomes: { ok: { minn: 1 } } }],
    '#/steps/0/assert_outcomes/ok/minn: unknown property "minn". Did you mean "min"?',
  ],
  ["a number outside of repeated calls", [READ, { action: add("{{n}}") }], 'no step before has captured "n"'],
  ["a signal of nobody", [READ, { restart: { signal: "SIGKIL" } }], 'Did you mean "SIGKILL"?'],
  ["a moment of nothing", [READ, { restart: { signal: "SIGKILL", after: 5 } }], "after"],
  ["a time without a unit", [READ, { wait: { clock: "10" } }], '"10" does not have the form'],
  [
    "an opening of nobody",
    [{ use: "two_add" }, READ],
    'NXC_FIXTURE_UNKNOWN_OPENING  tools/counter.json:6#/steps/0/use: "two_add" is no opening of contract counter. Did you mean "two_adds"?',
  ],
  ["an opening with something beside it", [{ use: "two_adds", as: "ada" }, READ], "as cannot stand beside use"],
  ["an opening that uses another", [{ use: "nested" }, READ], "openings.json:4#/nested/0/use: an opening cannot use"],
  ["a mistake within an opening", [{ use: "broken" }, READ], 'openings.json:7#/broken/0/action/tool: "ad" is no tool'],
  [
    "two kinds of a step",
    [{ ...READ, wait: 1 }],
    "exactly one of action, event, write_files, delete_files, concurrent",
  ],
])("%s is refused in one line, with file, line and pointer", (_, steps, line) => {
  const openings = `{
"two_adds": [{"action": {"tool": "add", "params": {"by": 1}}}, {"action": {"tool": "add", "params": {"by": 1}}}],
"nested": [
{"use": "two_adds"}
],
"broken": [
{"action": {"tool": "ad"}}
]
}`;
  const text = lineFor(steps, {}, { "openings.json": openings });
  expect(text).toContain(line);
  expect(text).not.toContain("\n");
});

test("a process is a surface of every contract", () => {
  expect(lineFor([READ], { surfaces: ["process"] })).toBe("accepted");
});

test("an opening that no case uses is checked when the contract is loaded", async () => {
  const lineOf = async (openings: object) => {
    const contract = counterContract({ "tools/counter.json": { ...CASE, steps: [READ] }, "openings.json": openings });
    const finding = checkContracts(contract, contract).find(({ file }) => file === "openings.json");
    const planned = await planRun(counterAdapter(), { contract }).then(
      () => "accepted",
      (thrown: unknown) => NexusError.from(thrown).line,
    );
    if (finding === undefined) return planned;
    expect(planned).toContain(finding.message);
    return `${finding.file}#${finding.pointer}: ${finding.message}`;
  };
  expect(await lineOf({ fine: [KEEP, { action: add("{{total}}") }] })).toBe("accepted");
  expect(await lineOf({ broken: [{ action: { tool: "ad" } }] })).toBe(
    'openings.json#/broken/0/action/tool: "ad" is no tool of contract counter',
  );
  expect(await lineOf({ broken: [{ action: add("{{total}}") }] })).toContain("no step before has captured");
});

test("braces with a backslash are text; in fixtures of others they are, where nothing is kept", async () => {
  const steps = [
    { action: { tool: "read", params: { note: "\\{{x}} and \\{{y}}" } }, assert_return: { "$.total": 0 } },
  ];
  const foreign = [{ action: { tool: "read", params: { note: "{{x}}" } }, assert_return: { "$.total": 0 } }];
  const keeping = [{ ...KEEP, assert_return: { "$.total": 2 } }, ...foreign];
  const cwd = temporaryFolder();
  const seen: unknown[] = [];
  const adapter = counterAdapter({
    read: (params) => {
      seen.push(params);
      return { total: 0 };
    },
  });
  const judge = async (data: readonly object[]) => {
    writeFiles(cwd, { "case.json": JSON.stringify({ ...CASE, steps: data }) });
    const contract = counterContract();
    const options = { contract, fixtures: ["case.json"], cwd };
    return runConformance(adapter, options).then(
      () => seen.pop(),
      (thrown: unknown) => NexusError.from(thrown).message,
    );
  };
  expect(lineFor(steps)).toBe("accepted");
  expect(lineFor(foreign)).toContain('no step before has captured "x"');
  expect(await judge(foreign)).toEqual({ note: "{{x}}" });
  expect(await judge(keeping)).toBe('no step before has captured "x"');
  expect(await judge([...keeping.slice(0, 1), ...steps])).toEqual({ note: "{{x}} and {{y}}" });
});

test("a surface that the contract does not have is refused", () => {
  expect(lineFor([READ], { surfaces: ["proces"] })).toContain(
    '/surfaces/0: "proces" is no surface of contract counter. Did you mean "process"? Surfaces: tools, events, process.',
  );
});
