import { expect, test } from "vitest";
import { temporaryFolder, writeFiles } from "../testing/temporary-folder.js";
import { runConformance } from "./run-conformance.js";
import { authoringLine } from "./testing/authoring-line.js";
import { counterAdapter, counterContract } from "./testing/counter-contract.js";

const READ = { test_id: "read", description: "Reads the total", action: { tool: "read" } };
const TOTAL = { postcondition: { return_value: { "$.total": 0 } } };

/** The line that a user sees when this stands in a fixture file, without the folder. */
function lineFor(fixture: unknown): string {
  return authoringLine({ "tools/counter.json": fixture });
}

test.each([
  ["a broken file", '[\n  { "test_id": "x",\n]', "NXC_JSON_SYNTAX  tools/counter.json:3:1: not valid JSON"],
  [
    "a key that stands twice",
    '{"test_id": "x",\n"test_id": "y"}',
    'NXC_JSON_SYNTAX  tools/counter.json:2:1: not valid JSON: "test_id" stands twice in one object',
  ],
  ["no case at all", [], "NXC_FIXTURE_INVALID  tools/counter.json:1#: the file holds no case."],
  [
    "a misspelt member",
    [{ ...READ, ...TOTAL, postcondtion: {} }],
    'NXC_FIXTURE_INVALID  tools/counter.json:13#/0/postcondtion: unknown property "postcondtion". Did you mean "postcondition"?',
  ],
  [
    "a misspelt matcher",
    { ...READ, postcondition: { return_value: { "$.total": { minimum: 1 } } } },
    'unknown property "minimum". Did you mean "min"?',
  ],
  [
    "a misspelt type",
    { ...READ, postcondition: { return_value: { "$.total": { type: "int" } } } },
    '"int" is none of "iso8601", "string"',
  ],
  [
    "a tool of nobody",
    { ...READ, ...TOTAL, action: { tool: "raed" } },
    'NXC_FIXTURE_UNKNOWN_TOOL  tools/counter.json:5#/action/tool: "raed" is no tool of contract counter. Did you mean "read"? Tools: add, read, reset.',
  ],
  [
    "an event of nobody",
    { ...READ, ...TOTAL, action: undefined, event: { type: "tock" } },
    'NXC_FIXTURE_UNKNOWN_EVENT  tools/counter.json:10#/event/type: "tock" is no event',
  ],
  [
    "a requirement of nobody",
    { ...READ, ...TOTAL, verifies: ["counter.read.totl"] },
    'Did you mean "counter.read.total"?',
  ],
  ["a bad path", { ...READ, postcondition: { return_value: { "$.issues[*]": 0 } } }, "NXC_FIXTURE_BAD_PATH"],
  [
    "a bad pattern",
    { ...READ, postcondition: { return_value: { "$.total": { pattern: "(" } } } },
    "NXC_FIXTURE_BAD_PATTERN",
  ],
  [
    "an unknown token",
    { ...READ, postcondition: { state_files: { "{ROOT}/x.json": null } } },
    '"{ROOT}/x.json" holds {ROOT}, which is no token',
  ],
  [
    "a way out of the workspace",
    { ...READ, postcondition: { state_files: { "../x.json": null } } },
    '"../x.json" leaves the workspace',
  ],
  [
    "an absolute path",
    { ...READ, ...TOTAL, precondition: { state_files: { "/etc/x": {} } } },
    '"/etc/x" leaves the workspace',
  ],
  [
    "a link to nothing at all",
    { ...READ, ...TOTAL, precondition: { state_files: { out: { symlink: "" } } } },
    '"" is nothing that a link can lead to',
  ],
  [
    "a link with an unknown token",
    { ...READ, ...TOTAL, precondition: { state_files: { out: { symlink: "{ROOT}/x" } } } },
    '"{ROOT}/x" holds {ROOT}, which is no token',
  ],
  [
    "two kinds of a case",
    { ...READ, ...TOTAL, event: { type: "tick" } },
    "exactly one of action, event, steps must be there",
  ],
  [
    "an answer asked of a call that may be refused",
    { ...READ, postcondition: { assert_either: {}, error: false } },
    "tools/counter.json:7#/postcondition: assert_either takes an answer and a refusal alike, so neither return_value nor error, error_contains or assert_error can stand beside it",
  ],
  [
    "a refusal asked of a step that may be answered",
    { ...READ, action: undefined, steps: [{ action: { tool: "read" }, assert_either: {}, assert_error: true }] },
    "#/steps/0: assert_either takes an answer and a refusal alike, so neither assert_return nor assert_error can stand",
  ],
  [
    "a text to be concealed that stands in no file",
    {
      ...READ,
      precondition: { guarded_files: { "home/a.json": { token: "hunter2" } } },
      postcondition: { assert_either: { conceals: ["hunter2", "hunter3"] } },
    },
    '#/postcondition/assert_either/conceals/1: "hunter3" stands in no file of the case, so nobody could tell it',
  ],
  ["nothing to judge by", READ, 'NXC_FIXTURE_ASSERTS_NOTHING  tools/counter.json:1#: case "read" asserts nothing'],
  [
    "the same id twice",
    [
      { ...READ, ...TOTAL },
      { ...READ, ...TOTAL },
    ],
    'NXC_FIXTURE_DUPLICATE_ID  tools/counter.json:14: the test_id "read" stands in tools/counter.json:2 already',
  ],
  [
    "an error asked of a step that is no call",
    { ...READ, action: undefined, steps: [{ write_files: { x: "y" }, assert_error: true }] },
    "only a call can be asked for a return value or an error",
  ],
  [
    "assertions that contradict each other",
    { ...READ, postcondition: { error: false, error_contains: "x" } },
    "error: false contradicts the other assertions",
  ],
])("%s is refused in one line, with file, line and pointer", (_, fixture, line) => {
  const text = lineFor(fixture);
  expect(text).toContain(line);
  expect(text).toContain("tools/counter.json");
  expect(text).not.toContain("\n");
});

test.each<[object, string]>([
  [{ symlink: true }, "this is no special file"],
  [{ symlink: "a", text: "b" }, "this is no special file"],
  [{ fifo: "yes" }, "this is no special file"],
  [{ fifo: false }, "this is no special file"],
  [{ device: "random" }, "this is no special file"],
  [{ text: 1 }, "this is no special file"],
])("a misspelt special file is refused: %j", (special, problem) => {
  const line = lineFor({ ...READ, ...TOTAL, precondition: { state_files: { out: special } } });
  expect(line).toContain(`NXC_FIXTURE_INVALID  tools/counter.json:14#/precondition/state_files/out: ${problem}`);
  expect(line).toContain('the forms are {"symlink": "…"}, {"fifo": true}');
});

test.each([[null], [{ symlink: "a" }], [{ fifo: true }], [{ device: "zero" }]])("no guarded file is %j", (special) => {
  const line = lineFor({ ...READ, ...TOTAL, precondition: { guarded_files: { "home/a": special } } });
  expect(line).toContain("tools/counter.json:14#/precondition/guarded_files/home~1a: a guarded file is");
});

test.each([
  ["home/documents", "home/documents/letter.txt"],
  ["home/.profile/x", "home/.profile"],
])("a guarded file %s, which would be a folder or lie below a file, is refused", (file, other) => {
  const line = lineFor({ ...READ, ...TOTAL, precondition: { guarded_files: { [file]: { text: "x" } } } });
  expect(line).toContain("NXC_FIXTURE_INVALID  tools/counter.json:14#/precondition/guarded_files/home~1");
  expect(line).toContain(`"${file}" cannot be a file beside "${other}"`);
});

test("a single case and a list of cases are both a fixture file", () => {
  expect(lineFor({ ...READ, ...TOTAL })).toBe("accepted");
  expect(lineFor([{ ...READ, ...TOTAL }])).toBe("accepted");
});

/** The format as others write it: no `verifies`, but `covers`, and every spelling of an error. */
const FOREIGN = [
  {
    test_id: "foreign_error_flag",
    description: "An error in the plainest form",
    covers: { return_value: { add: ["error"] }, state_schemas: { "counter.json": [] } },
    uncovered_params: ["by"],
    precondition: { state_files: { ".state/counter.json": null, ".state/seen.json": {}, ".state/list.json": [1] } },
    action: { tool: "add", params: { by: 0 } },
    postcondition: { error: true, state_files: { ".state/counter.json": null, ".state/seen.json": {} } },
  },
  {
    test_id: "foreign_error_text",
    description: "An error by a part of its text",
    covers: { return_value: { add: ["error"] } },
    action: { tool: "add", params: { by: 0 } },
    postcondition: { error_contains: "must be 1 or more" },
  },
  {
    test_id: "foreign_error_value",
    description: "An error as a returned value",
    covers: { return_value: { add: ["error"] } },
    action: { tool: "add", params: { by: 0 } },
    postcondition: { return_value: { "$.error": "by must be 1 or more, not 0" } },
  },
  {
    test_id: "foreign_steps",
    description: "Steps with a postcondition about the last one",
    covers: { return_value: { add: ["total"] } },
    steps: [
      {
        description: "first",
        action: { tool: "add", params: { by: 1 } },
        assert_return: { "$.total": { type: "number", min: 1 } },
      },
      {
        event: { type: "tick", params: { harness_id: "clock" }, description: "then" },
        assert_state: { "{STATE_ROOT}/counter.json": { "$.total": 2 } },
      },
      { action: { tool: "read" } },
    ],
    postcondition: { return_value: { "$.total": 2 }, state_files: { "{STATE_ROOT}/{HARNESS_ID}/x.json": null } },
  },
];

test("fixtures that others wrote run unchanged", async () => {
  const folder = temporaryFolder();
  writeFiles(folder, { "theirs/all.json": FOREIGN, "theirs/one.json": { ...FOREIGN[0], test_id: "foreign_single" } });
  const report = await runConformance(counterAdapter(), {
    contract: `${counterContract()}/`,
    fixtures: ["theirs"],
    cwd: folder,
  });
  expect(report.cases.map(({ id, status, file }) => [id, status, file])).toEqual([
    ["foreign_error_flag", "passed", "theirs/all.json:2"],
    ["foreign_error_text", "passed", "theirs/all.json:41"],
    ["foreign_error_value", "passed", "theirs/all.json:61"],
    ["foreign_steps", "passed", "theirs/all.json:83"],
    ["foreign_single", "passed", "theirs/one.json:1"],
  ]);
  expect(report.verdict).toBe("conforms");
});

test("somebody else's edits between two calls are steps too", async () => {
  const fixture = {
    test_id: "edited_meanwhile",
    description: "The total is read from the file and from no memory",
    verifies: ["counter.read.total"],
    steps: [
      { action: { tool: "add", params: { by: 1 } } },
      { write_files: { ".state/counter.json": { text: '{"total": 41}' } } },
      { action: { tool: "read" }, assert_return: { "$.total": 41 } },
      { delete_files: [".state/counter.json"], assert_state: { ".state/counter.json": null } },
      { action: { tool: "read" }, assert_return: { $: { equals: { total: 0 } } } },
    ],
  };
  const contract = counterContract({ "tools/counter.json": fixture });
  expect((await runConformance(counterAdapter(), { contract })).summary.cases.passed).toBe(1);

  let cached = 0;
  const caching = counterAdapter({ read: () => ({ total: cached }), add: () => ({ total: ++cached }) });
  const [result] = (await runConformance(caching, { contract })).cases;
  expect(result?.failures[0]).toMatchObject({ code: "NXC_CASE_RETURN", step: 2, expected: 41, actual: 1 });
});

test("raw text, lines and files that should not be there are asserted as such", async () => {
  const fixture = {
    test_id: "texts",
    description: "Every form of a file assertion in one case",
    precondition: { state_files: { "a.txt": { text: "one\ntwo\n" }, "b.jsonl": { text: '{"n":1}\n\n{"n":2}\n' } } },
    action: { tool: "read" },
    postcondition: {
      state_files: {
        "a.txt": { text: { contains: "two" } },
        "b.jsonl": { "$.length": 2, "$[-1].n": 2 },
        "c.txt": {},
        ".state/counter.json": { "$.total": 1 },
      },
    },
  };
  const contract = counterContract({ "tools/counter.json": fixture });
  const report = await runConformance(counterAdapter(), { contract });
  expect(report.cases[0]?.failures.map(({ message }) => message)).toEqual([
    "c.txt does not exist",
    ".state/counter.json does not exist",
  ]);
});
