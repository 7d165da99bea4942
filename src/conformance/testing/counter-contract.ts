/** A small contract that the kit does not know: a counter in a file. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder, writeFiles } from "../../testing/temporary-folder.js";
import type { Adapter } from "../adapters/adapter.js";
import type { Params } from "../fixture/case.js";

export const COUNTER_CONTRACT = `
id: counter
version: "1"
title: A counter in a file
source: invented for a test
surfaces: [tools, events]
profiles: [small, large]
envelope: { error: { when: $.error, message: $.error, code: $.code } }
state_root: .state
namespace: { token: OWNER, param: owner }
workspace: { ignore: ["{STATE_ROOT}/{OWNER}/**"] }
tools:
  add: { profile: small, output: tool-schemas/total.json, writes: [".state/counter.json"] }
  read: { profile: small, output: tool-schemas/total.json, writes: [] }
  reset: { profile: large, writes: [".state/counter.json"] }
events:
  tick: { profile: large, writes: [".state/counter.json"] }
state:
  - { path: ".state/counter.json", schema: state-schemas/counter.json }
oracles: { output: counter.answers.schema, state: counter.files.schema, tree: counter.files.named }
requirements:
  - { id: counter.add.sums, level: MUST, profile: small, text: Adding raises the total by the number given., source: page of the counter }
  - { id: counter.add.positive, level: MUST, profile: small, text: A number below one is refused and changes nothing., source: page of the counter }
  - { id: counter.read.total, level: MUST, profile: small, text: Reading returns the total and changes nothing., source: page of the counter }
  - { id: counter.read.zero, level: SHOULD, profile: small, text: Before the first addition the total is zero., ours: the page does not say it }
  - { id: counter.answers.schema, level: MUST, profile: small, text: Answers keep to their schema., source: page of the counter }
  - { id: counter.files.schema, level: MUST, profile: small, text: The counter file keeps to its schema., source: page of the counter }
  - { id: counter.files.named, level: MUST, profile: small, text: No file besides the counter is touched., ours: other files are not of the counter }
  - { id: counter.add.atomic, level: MUST, profile: small, text: A crash leaves the old or the new total., ours: half a total is of no use, untested: no fixture can crash it yet }
  - { id: counter.tick.adds, level: MUST, profile: large, text: A tick adds one to the total that is kept., source: page of the counter }
  - { id: counter.reset.zero, level: MUST, profile: large, text: A reset sets the total to zero and keeps it., source: page of the counter }
`;

const FIXTURES = [
  {
    test_id: "add_twice",
    description: "Two additions are summed up in the file",
    verifies: ["counter.add.sums", "counter.answers.schema", "counter.files.schema", "counter.files.named"],
    steps: [
      { action: { tool: "add", params: { by: 2 } }, assert_return: { "$.total": 2 } },
      {
        action: { tool: "add", params: { by: 3 } },
        assert_return: { "$.total": 5 },
        assert_state: { "{STATE_ROOT}/counter.json": { "$.total": 5 } },
      },
    ],
  },
  {
    test_id: "add_nothing_is_refused",
    description: "Zero is refused and leaves the file as it was",
    verifies: ["counter.add.positive"],
    precondition: { state_files: { ".state/counter.json": { total: 4 } } },
    action: { tool: "add", params: { by: 0 } },
    postcondition: { error: true, state_files: { ".state/counter.json": { "$.total": 4 } } },
  },
  {
    test_id: "read_returns_the_total",
    description: "Reading returns what the file holds",
    verifies: ["counter.read.total"],
    precondition: { state_files: { ".state/counter.json": { total: 7 } } },
    action: { tool: "read" },
    postcondition: { return_value: { "$.total": 7 } },
  },
  {
    test_id: "read_starts_at_zero",
    description: "Reading without a file returns zero",
    verifies: ["counter.read.zero"],
    precondition: { state_files: { ".state/counter.json": null } },
    action: { tool: "read" },
    postcondition: { return_value: { "$.total": 0 } },
  },
  {
    test_id: "tick_adds_one",
    description: "A tick adds one to the total in the file",
    verifies: ["counter.tick.adds"],
    event: { type: "tick", params: { owner: "clock" } },
    postcondition: { state_files: { "{STATE_ROOT}/counter.json": { "$.total": 1 } } },
  },
  {
    test_id: "reset_returns_to_zero",
    description: "A reset brings the total in the file to zero",
    verifies: ["counter.reset.zero"],
    precondition: { state_files: { ".state/counter.json": { total: 7 } } },
    action: { tool: "reset" },
    postcondition: { state_files: { ".state/counter.json": { "$.total": 0 } } },
  },
];

const TOTAL = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  type: "object",
  required: ["total"],
  additionalProperties: false,
  properties: { total: { type: "integer", minimum: 0 } },
};

/** The contract in a new folder; `changes` replaces or adds files. */
export function counterContract(changes: Readonly<Record<string, unknown>> = {}): string {
  const folder = temporaryFolder();
  writeFiles(folder, {
    "contract.yml": COUNTER_CONTRACT,
    "tools/counter.json": FIXTURES,
    "tool-schemas/total.json": { ...TOTAL, $id: "total.json" },
    "state-schemas/counter.json": { ...TOTAL, $id: "counter.json" },
    ...changes,
  });
  return folder;
}

type Tools = Readonly<Record<string, (params: Params, workspace: string) => unknown>>;

function readTotal(workspace: string): number {
  try {
    return (JSON.parse(readFileSync(join(workspace, ".state/counter.json"), "utf8")) as { total: number }).total;
  } catch {
    return 0;
  }
}

function writeTotal(workspace: string, total: number): { readonly total: number } {
  writeFiles(workspace, { ".state/counter.json": { total } });
  return { total };
}

/** A correct implementation. */
export const COUNTER: Tools = {
  add: ({ by }, workspace) => {
    if (!(Number(by) >= 1)) throw new Error(`by must be 1 or more, not ${String(by)}`);
    return writeTotal(workspace, readTotal(workspace) + Number(by));
  },
  read: (_, workspace) => ({ total: readTotal(workspace) }),
  reset: (_, workspace) => writeTotal(workspace, 0),
  tick: (_, workspace) => writeTotal(workspace, readTotal(workspace) + 1),
};

/** An adapter over a table of functions; `changes` replaces some of them. */
export function counterAdapter(changes: Tools = {}, declared: Partial<Adapter> = {}): Adapter {
  const tools = { ...COUNTER, ...changes };
  return {
    name: "counter",
    surfaces: ["tools", "events"],
    open: ({ workspace }) => ({
      call: (tool, params) => tools[tool]?.(params, workspace),
      emit: (event, params) => tools[event]?.(params, workspace),
    }),
    ...declared,
  };
}
