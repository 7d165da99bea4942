import { expect, test } from "vitest";
import { compileSchemas } from "../../base/json-schema.js";
import type { Contract } from "../contract/contract.js";
import { stateOracle } from "./state.js";

const item = {
  type: "object",
  additionalProperties: false,
  required: ["id", "text"],
  properties: { id: { type: "integer" }, text: { type: "string", minLength: 1 }, note: { type: "string" } },
};
const list = { type: "array", items: item };
const open = { type: "object", required: ["goal", "items"], properties: { goal: { type: "string" }, items: list } };
const closed = {
  type: "object",
  properties: { list: { ...list, items: { ...open, required: ["items"] } } },
};
const check = compileSchemas([
  { $id: "open", ...open },
  { $id: "closed", ...closed },
]);

const contract = {
  oracles: {},
  state: [
    { path: "open.json", format: "json", check: check("open") },
    { path: "closed.json", format: "json", check: check("closed") },
  ],
} as unknown as Contract;

type Files = Readonly<Record<string, unknown>>;

/** The paths that the oracle reports for a call that turned the files before into those after. */
function reported(before: Files, after: Files): readonly (string | undefined)[] {
  const snapshot = (files: Files) =>
    new Map(Object.entries(files).map(([name, value]) => [name, JSON.stringify(value)]));
  const call = { kind: "action", tool: "t", params: {} } as const;
  const observation = {
    step: { ...call, captures: [], expect: { returns: [], errors: [], files: [], git: [] } },
    index: 0,
    answered: [{ call, answer: { kind: "value", value: null } as const }],
    interrupted: false,
    before: snapshot(before),
    after: snapshot(after),
    leftovers: new Set<string>(),
  };
  return stateOracle(observation, contract, { STATE_ROOT: "s", OWNER: "h" }).failures.map(({ path }) => path);
}

const old = { id: 1 };
const odd = { id: 2, text: "", note: "x" };
const fine = { id: 3, text: "x" };

test.each<[string, Files, Files, readonly string[]]>([
  ["writes a file that breaks its schema", {}, { "open.json": { items: [old] } }, ["$.goal", "$.items[0].text"]],
  ["adds an item to an older file", { "open.json": { items: [old] } }, { "open.json": { items: [old, fine] } }, []],
  [
    "adds an item that lacks what older ones lack",
    { "open.json": { items: [old] } },
    { "open.json": { items: [old, { id: 2 }] } },
    ["$.items[1].text"],
  ],
  [
    "adds an item with the empty text of an older one",
    { "open.json": { goal: "", items: [odd] } },
    { "open.json": { goal: "", items: [odd, { id: 3, text: "" }] } },
    ["$.items[1].text"],
  ],
  [
    "changes another field of an older item",
    { "open.json": { goal: "", items: [old, odd] } },
    {
      "open.json": {
        goal: "",
        items: [
          { ...old, note: "y" },
          { ...odd, note: "y" },
        ],
      },
    },
    [],
  ],
  [
    "moves older items up in their list",
    { "open.json": { goal: "", items: [fine, old, odd] } },
    { "open.json": { goal: "", items: [old, odd] } },
    [],
  ],
  [
    "moves an older item up and adapts it",
    { "open.json": { goal: "", items: [fine, odd] } },
    { "open.json": { goal: "", items: [{ ...odd, note: "y" }] } },
    [],
  ],
  [
    "archives an older file, with its members in another order",
    { "open.json": { goal: 5, items: [old, odd] }, "closed.json": { list: [] } },
    { "closed.json": { list: [{ items: [old, { note: "x", text: "", id: 2 }], goal: 5 }] } },
    [],
  ],
  [
    "loses a field while it archives",
    { "open.json": { goal: "", items: [fine, odd] } },
    { "closed.json": { list: [{ goal: "", items: [{ id: 3 }, odd] }] } },
    ["$.list[0].items[0].text"],
  ],
  [
    "keeps a field that the schema does not have, and adds one",
    { "open.json": { goal: "", items: [{ ...fine, x: 1 }] } },
    { "open.json": { goal: "", items: [{ ...fine, x: 2, y: 1 }] } },
    ["$.items[0].y"],
  ],
])("a call that %s", (_, before, after, expected) => {
  expect(reported(before, after)).toEqual(expected);
});
